package io.holdfast.spring.boot;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.ClientStatus.Mode;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestAuthority;
import io.holdfast.lock.testkit.topology.SentinelGroup;
import io.holdfast.lock.testkit.topology.SmallCluster;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Each kind of server, from properties alone. */
class ConnectionIT {

  private static final String EAGER = "holdfast.connect=eager";

  @TempDir static Path directory;

  private static ApplicationContextRunner with(String... properties) {
    return Contexts.runner().withPropertyValues(EAGER).withPropertyValues(properties);
  }

  private static void locks(Mode mode, ApplicationContextRunner runner) {
    runner.run(
        context -> {
          assertThat(context).hasNotFailed();
          HoldfastClient client = context.getBean(HoldfastClient.class);
          try (Hold hold = client.lock("orders").acquire()) {
            assertThat(hold.token()).isPositive();
            assertThat(client.lock("orders").isLocked()).isTrue();
          }
          assertThat(client.status().mode()).isEqualTo(mode);
        });
  }

  private static FailureAnalysis failureOf(ApplicationContextRunner runner) {
    FailureAnalysis[] found = new FailureAnalysis[1];
    runner.run(
        context ->
            found[0] = new HoldfastConnectFailureAnalyzer().analyze(context.getStartupFailure()));
    return found[0];
  }

  // ---- servers

  @Test
  void lock_standalone_works() {
    try (RedisServer server = RedisServer.start()) {
      locks(Mode.STANDALONE, with("holdfast.url=" + server.uri()));
      locks(
          Mode.STANDALONE,
          with("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + server.port()));
      locks(Mode.STANDALONE, with("spring.data.redis.url=" + server.uri() + "/3"));
    }
  }

  @Test
  void lock_password_works() {
    try (RedisServer server = RedisServer.builder().password("open/sesame").start()) {
      String port = "spring.data.redis.port=" + server.port();
      String address = "redis://127.0.0.1:" + server.port();
      locks(Mode.STANDALONE, with(port, "spring.data.redis.password=open/sesame"));
      locks(Mode.STANDALONE, with(port, "holdfast.password=open/sesame"));
      locks(Mode.STANDALONE, with("holdfast.url=" + address, "holdfast.password=open/sesame"));
    }
  }

  @Test
  void lock_aclUserWithTheRightsThatWeName_works() {
    try (RedisServer server = RedisServer.start()) {
      String line =
          HoldfastConnectFailureAnalyzer.aclLine("shop")
              .replace("<user>", "till")
              .replace("<password>", "sesame");
      server.admin().command(line.split("\\s+"));
      locks(
          Mode.STANDALONE,
          with(
              "spring.data.redis.port=" + server.port(),
              "spring.data.redis.username=till",
              "spring.data.redis.password=sesame",
              "holdfast.key-prefix=shop"));
      assertThat(
              failureOf(
                      with(
                          "spring.data.redis.port=" + server.port(),
                          "holdfast.username=till",
                          "holdfast.password=sesame"))
                  .getAction())
          .contains("ACL SETUSER", "~holdfast:*");
    }
  }

  @Test
  void lock_sentinel_works() {
    try (SentinelGroup group = SentinelGroup.start()) {
      String nodes = group.uri().replaceAll("redis-sentinel://|#.*", "");
      locks(
          Mode.SENTINEL,
          with(
              "spring.data.redis.sentinel.master=" + SentinelGroup.NAME,
              "spring.data.redis.sentinel.nodes=" + nodes));
      locks(Mode.SENTINEL, with("holdfast.url=" + group.uri()));
    }
  }

  @Test
  void lock_sentinelWithUsers_logsInAtBoth() {
    try (SentinelGroup group = SentinelGroup.start()) {
      String nodes = group.uri().replaceAll("redis-sentinel://|#.*", "");
      for (String node : nodes.split(",", -1)) {
        command("redis://" + node, "ACL SETUSER watch on >sesame +@all");
        command("redis://" + node, "ACL SETUSER default off");
      }
      for (RedisServer server : group.servers()) {
        command(server.uri(), "ACL SETUSER till on >barley ~* &* +@all");
      }
      ApplicationContextRunner wrongUser =
          with(
              "spring.data.redis.sentinel.master=" + SentinelGroup.NAME,
              "spring.data.redis.sentinel.nodes=" + nodes,
              "spring.data.redis.username=till",
              "spring.data.redis.password=barley");
      wrongUser.run(context -> assertThat(context).hasFailed());
      wrongUser
          .withPropertyValues(
              "spring.data.redis.sentinel.username=watch",
              "spring.data.redis.sentinel.password=sesame")
          .run(
              context -> {
                HoldfastClient client = context.getBean(HoldfastClient.class);
                try (Hold hold = client.lock("orders").acquire()) {
                  assertThat(hold.token()).isPositive();
                }
                assertThat(group.master().admin().text("CLIENT", "LIST")).contains("user=till");
              });
    }
  }

  private static void command(String uri, String line) {
    RedisClient client = RedisClient.create(uri);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      CommandArgs<String, String> words = new CommandArgs<>(StringCodec.UTF8);
      Stream.of(line.split(" ", -1)).skip(1).forEach(words::add);
      assertThat(
              connection
                  .sync()
                  .dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), words))
          .isEqualTo("OK");
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
    }
  }

  @Test
  void lock_cluster_works() {
    try (SmallCluster cluster = SmallCluster.start()) {
      String nodes =
          cluster.nodes().stream()
              .map(node -> "127.0.0.1:" + node.port())
              .collect(Collectors.joining(","));
      locks(
          Mode.CLUSTER,
          with("spring.data.redis.cluster.nodes=" + nodes, "holdfast.cluster.refresh.period=30s"));
      locks(Mode.CLUSTER, with("holdfast.url=" + cluster.uri(), "holdfast.cluster.enabled=true"));
    }
  }

  @Test
  void lock_quorum_works() {
    try (RedisServer one = RedisServer.start();
        RedisServer two = RedisServer.start();
        RedisServer three = RedisServer.start()) {
      String nodes = String.join(",", one.uri(), two.uri(), three.uri());
      for (String connect : new String[] {"eager", "background"}) {
        Contexts.runner()
            .withPropertyValues(
                "holdfast.url=" + one.uri(),
                "holdfast.connect=" + connect,
                "holdfast.quorum.nodes=" + nodes,
                "holdfast.quorum.quarantine=false")
            .run(
                context -> {
                  assertThat(context).hasNotFailed();
                  try (Hold hold = context.getBean(RedLocks.class).get("orders").acquire()) {
                    assertThat(hold.token()).isPositive();
                  }
                });
      }
    }
  }

  // ---- TLS

  private record TlsServer(TestAuthority authority, RedisServer server) {
    static TlsServer start(String name, String subject, String... directive) {
      TestAuthority authority = TestAuthority.create(directory, name);
      Path certificate = authority.sign(name + "-server", subject);
      var builder =
          RedisServer.builder().tls(certificate, authority.key(), authority.certificate());
      if (directive.length > 0) {
        builder.directive(directive[0], directive[1]);
      }
      return new TlsServer(authority, builder.start());
    }

    String trust() {
      return "spring.ssl.bundle.pem.redis.truststore.certificate=file:" + authority.certificate();
    }

    String host() {
      return "spring.data.redis.host=127.0.0.1";
    }

    String port() {
      return "spring.data.redis.port=" + server.tlsUri().replaceAll(".*:", "");
    }
  }

  @Test
  void lock_privateAuthority_worksByABundle() {
    TlsServer tls = TlsServer.start("private", TestAuthority.LOCALHOST);
    try (RedisServer server = tls.server()) {
      locks(
          Mode.STANDALONE,
          with(tls.trust(), "holdfast.url=" + server.tlsUri(), "holdfast.ssl.bundle=redis"));
      locks(
          Mode.STANDALONE,
          with(tls.trust(), tls.host(), tls.port(), "spring.data.redis.ssl.bundle=redis"));
      locks(
          Mode.STANDALONE, with(tls.trust(), tls.host(), tls.port(), "holdfast.ssl.bundle=redis"));
    }
  }

  @Test
  void lock_clientCertificate_worksByABundle() {
    TlsServer tls = TlsServer.start("mutual", TestAuthority.LOCALHOST, "tls-auth-clients", "yes");
    try (RedisServer server = tls.server()) {
      Path certificate = tls.authority().sign("mutual-client", TestAuthority.LOCALHOST);
      locks(
          Mode.STANDALONE,
          with(
              tls.trust(),
              "spring.ssl.bundle.pem.redis.keystore.certificate=file:" + certificate,
              "spring.ssl.bundle.pem.redis.keystore.private-key=file:" + tls.authority().key(),
              "holdfast.url=" + server.tlsUri(),
              "holdfast.ssl.bundle=redis"));
    }
  }

  @Test
  void lock_certificateOfAnotherHost_worksIfOnlyTheAuthorityIsVerified() {
    TlsServer tls = TlsServer.start("elsewhere", "san=dns:elsewhere.example");
    try (RedisServer server = tls.server()) {
      String[] url = {tls.trust(), "holdfast.url=" + server.tlsUri(), "holdfast.ssl.bundle=redis"};
      String[] data = {tls.trust(), tls.port(), "spring.data.redis.ssl.bundle=redis"};
      for (String[] properties : new String[][] {url, data}) {
        assertThat(failureOf(with(properties)).getDescription()).contains("for another host");
        locks(Mode.STANDALONE, with(properties).withPropertyValues("holdfast.ssl.verify-peer=ca"));
      }
    }
  }

  @Test
  void start_certificateNotTrusted_saysHow() {
    TlsServer tls = TlsServer.start("untrusted", TestAuthority.LOCALHOST);
    try (RedisServer server = tls.server()) {
      assertThat(failureOf(with("holdfast.url=" + server.tlsUri())).getAction())
          .contains("holdfast.ssl.bundle");
      assertThat(failureOf(with("spring.data.redis.url=" + server.tlsUri())).getDescription())
          .contains("rediss://", "not trusted");
    }
  }

  // ---- failures

  @Test
  void start_serverAway_namesServerAndProperty() {
    RedisServer server = RedisServer.start();
    server.close();
    FailureAnalysis analysis =
        failureOf(
            with(
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=" + server.port(),
                "holdfast.command-timeout=100ms"));
    assertThat(analysis.getDescription())
        .contains("spring.data.redis.host", "127.0.0.1:" + server.port());
    assertThat(analysis.getAction()).contains("holdfast.connect=background");
  }

  @Test
  void start_passwordMissingOrWrong_namesTheProperties() {
    try (RedisServer server = RedisServer.builder().password("sesame").start()) {
      String port = "spring.data.redis.port=" + server.port();
      assertThat(failureOf(with(port)).getAction()).contains("holdfast.password");
      FailureAnalysis wrong = failureOf(with(port, "holdfast.password=barley"));
      assertThat(wrong.getAction()).contains("holdfast.password");
      assertThat(wrong.getDescription() + wrong.getAction()).doesNotContain("barley");
    }
  }

  @Test
  void start_inBackgroundWithoutServer_worksWhenItComes() {
    RedisServer gone = RedisServer.start();
    gone.close();
    Contexts.runner()
        .withPropertyValues("spring.data.redis.port=" + gone.port())
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              HoldfastClient client = context.getBean(HoldfastClient.class);
              try (RedisServer server = RedisServer.builder().port(gone.port()).start()) {
                eventually().isTrue("the lock is free", () -> !client.lock("orders").isLocked());
                assertThat(server.isRunning()).isTrue();
              }
            });
  }
}
