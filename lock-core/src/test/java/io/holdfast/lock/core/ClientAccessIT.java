package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.server.ClientAccess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.server.TestServers;
import io.holdfast.lock.torture.client.ClientSpec;
import io.lettuce.core.SslOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The strict access with which the nightly stage `secure` runs the contract suites. */
class ClientAccessIT {

  @TempDir static Path directory;

  private static ClientAccess access;

  @BeforeAll
  static void make() {
    access = ClientAccess.create(directory, Path.of("..", "docs", "protocol.md"));
  }

  private static RedisServer start() {
    return RedisServer.builder().clientAccess(access).start();
  }

  private static void use(DistributedLock lock) {
    lock.lock();
    lock.unlock();
  }

  @Test
  void clientUri_withTheCertificate_letsInAsAUserOfFewRights() {
    HoldfastSettings settings = HoldfastSettings.builder().ssl(TestClients.ssl(access)).build();
    try (RedisServer server = start();
        HoldfastClient client = HoldfastClient.connect(settings, server.clientUri())) {
      use(client.lock("strict"));
      assertThat(server.clientUri()).startsWith("rediss://locker:");
      assertThat(server.clients()).hasSize(2).allMatch(line -> line.contains(" user=locker "));
    }
  }

  /** What the stage relies on: the property alone makes every server and every client strict. */
  @Test
  void property_ofTheStage_isInForce() {
    assumeTrue(System.getProperty(ClientAccess.PROPERTY) != null, "it is that of a stage");
    try (TestServer server = TestServers.open();
        HoldfastClient client = TestClients.open(ClientSpec.defaults(), server.clientUri())) {
      use(client.lock("strict"));
      assertThat(server.clientUri()).startsWith("rediss://locker:");
      assertThat(server.clients()).hasSize(2).allMatch(line -> line.contains(" user=locker "));
    }
  }

  @Test
  void clientUri_withoutACertificate_isRefused() {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .ssl(SslOptions.builder().trustManager(access.authority().toFile()).build())
            .build();
    try (RedisServer server = start()) {
      assertThatThrownBy(() -> HoldfastClient.connect(settings, server.clientUri()))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("a client certificate");
    }
  }

  @Test
  void proxy_beforeSuchAServer_letsInAsTheSameUser() {
    try (RedisServer server = start();
        FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = HoldfastClient.connect(proxy.uri());
        RespClient other = RespClient.connect(proxy.uri())) {
      use(client.lock("strict"));
      assertThatThrownBy(() -> other.text("FLUSHALL"))
          .isInstanceOf(RespException.class)
          .hasMessageContaining("NOPERM");
    }
  }
}
