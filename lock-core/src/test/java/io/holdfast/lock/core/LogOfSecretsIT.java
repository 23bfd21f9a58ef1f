package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.server.ServerUri;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client and Lettuce log, down to debug level. */
@ExtendWith(RedisServerExtension.class)
class LogOfSecretsIT {

  private static final String SECRET = "hush-hush-hush";
  private static final String LOGIN = "redis://default:" + SECRET + "@127.0.0.1:";

  @Test
  @DisplayName("failure 95: everything is logged: connecting, being refused, reopening")
  void log_ofClientsThatConnectAndReopen_hasNoSecretAndNotItsLength() throws Exception {
    try (RedisServer server = RedisServer.builder().password(SECRET).start();
        JvmProcess client =
            JvmProcess.of(Connecting.class)
                .options("-Dorg.slf4j.simpleLogger.defaultLogLevel=debug")
                .arguments(
                    LOGIN + server.port(),
                    LOGIN.replace(SECRET, "hush") + server.port(),
                    LOGIN + 1,
                    "redis://default:" + SECRET + " @127.0.0.1:" + server.port(),
                    "redis-sentinel://:" + SECRET + "@127.0.0.1:1?sentinelPassword=hush-hush#main",
                    "redis-sentinel://:" + SECRET + "@127.0.0.1:1",
                    "redis-socket://" + SECRET + "@/run/hold-fast-is-not-there.sock",
                    "cluster " + LOGIN + server.port(),
                    "cluster " + LOGIN + 1)
                .start()) {
      client.awaitLine("step: holds");
      server.admin().command("CONFIG", "SET", "requirepass", "hush-another");
      server.admin().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
      server.admin().command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes");
      client.awaitLine("step: refused");
      server.admin().command("CONFIG", "SET", "requirepass", SECRET);
      client.awaitLine("step: done");

      List<String> said = client.output();
      assertThat(said)
          .as("of the level of debug")
          .anyMatch(line -> line.contains("DEBUG io.lettuce"));
      assertThat(said).as("of who is refused").anyMatch(line -> line.contains("WRONGPASS"));
      assertThat(said).noneMatch(line -> line.contains("hush"));
      assertThat(said).noneMatch(line -> line.contains("****"));
    }
  }

  /** Another JVM: the level of a log is decided before its first line. */
  static final class Connecting {

    private static final Logger LOG = LoggerFactory.getLogger(Connecting.class);

    private Connecting() {}

    /** Arguments: the server that lets it in, and URIs that do not work. */
    public static void main(String[] uris) {
      try (HoldfastClient client = HoldfastClient.connect(uris[0])) {
        DistributedLock lock = client.lock("secret");
        lock.inspect();
        say("holds");
        Eventually.eventually().isTrue("refused", () -> !isAnswering(lock));
        for (int i = 1; i < uris.length; i++) {
          connect(uris[i]);
        }
        Eventually.eventually().isTrue("refused with a reason", () -> !isAnswering(lock));
        say("refused");
        Eventually.eventually().isTrue("let in", () -> isAnswering(lock));
      }
      say("done");
    }

    private static void connect(String uri) {
      HoldfastSettings.Builder settings =
          HoldfastSettings.builder().commandTimeout(Duration.ofSeconds(1));
      try {
        if (uri.startsWith("cluster ")) {
          HoldfastClient.connect(settings.cluster().build(), uri.substring("cluster ".length()))
              .close();
        } else {
          HoldfastClient.connect(settings.build(), ServerUri.parse(uri)).close();
        }
      } catch (RuntimeException e) {
        LOG.info("as it should be", e);
      }
    }

    private static boolean isAnswering(DistributedLock lock) {
      try {
        lock.inspect();
        return true;
      } catch (LockServerException e) {
        LOG.info("as it should be", e);
        return false;
      }
    }

    private static void say(String word) {
      System.out.println("step: " + word);
    }
  }
}
