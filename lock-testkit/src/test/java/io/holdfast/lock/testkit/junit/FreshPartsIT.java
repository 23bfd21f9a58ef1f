package io.holdfast.lock.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServers;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

class FreshPartsIT {

  private static final List<RedisServer> SERVERS = new CopyOnWriteArrayList<>();

  @BeforeEach
  @AfterEach
  void forget() {
    SERVERS.clear();
    System.clearProperty(TestServers.URI_PROPERTY);
  }

  @ExtendWith(RedisServerExtension.class)
  static class Asking {
    @Test
    void proxyOfServer(@FreshServer FaultProxy proxy, @FreshServer RedisServer server) {
      SERVERS.add(server);
      try (RespClient client = RespClient.connect(proxy.uri())) {
        client.text("SET", "k", "v");
      }
      assertThat(server.keys("*")).containsExactly("k");
      fail("on purpose");
    }

    @Test
    void pair(@FreshServer MasterWithReplica pair) {
      SERVERS.add(pair.master());
      SERVERS.add(pair.replica());
    }

    @Test
    void masters(@FreshServer(masters = 2) Masters masters) {
      assertThat(masters.size()).isEqualTo(2);
      SERVERS.addAll(masters.servers());
    }
  }

  @Test
  void parts_ofEveryKind_areHandedOutAndGoneAlsoAfterAFailure() {
    Inner.run(Asking.class).assertStatistics(events -> events.succeeded(2).failed(1));
    assertThat(SERVERS).hasSize(5).noneMatch(RedisServer::isRunning);
  }

  @Test
  void parts_noProcessOfOurs_testsAreDisabled() {
    System.setProperty(TestServers.URI_PROPERTY, "redis://127.0.0.1:1");
    Inner.run(Asking.class).assertStatistics(events -> events.skipped(3).started(0));
  }

  @ExtendWith(RedisServerExtension.class)
  static class AskingForAClock {
    @Test
    void clock(@FreshServer(clock = true) RedisServer server) {
      server.clock().jump(Duration.ofSeconds(1000));
      long there = Long.parseLong(server.admin().texts("TIME").get(0));
      assertThat(there).isGreaterThan(System.currentTimeMillis() / 1000 + 900);
      SERVERS.add(server);
    }
  }

  @Test
  void clock_asked_isThereOrTheTestIsDisabled() {
    Inner.run(AskingForAClock.class).assertStatistics(events -> events.failed(0).aborted(0));
    assertThat(SERVERS).noneMatch(RedisServer::isRunning);
  }
}
