package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SentinelGroup;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sentinels have a replica take the place of a master that runs. */
@ExtendWith(VirtualThreadsExtension.class)
@SuppressWarnings("LockNotBeforeTry")
class SentinelFailoverIT {

  private static final String LABEL = "sentinel-failover";

  /** A machine that stands still for as long as the Sentinels wait: then again. */
  private static final int ATTEMPTS = 4;

  private static boolean isConnectedTo(RedisServer server) {
    return server.admin().text("CLIENT", "LIST").contains(" name=" + LABEL + " ");
  }

  @Test
  @DisplayName("failure 143: a planned failover, and the old master serves for ten seconds more")
  void client_plannedFailover_leavesTheOldMasterWhileThatServes() {
    int attempts = 0;
    try (SentinelGroup group = SentinelGroup.start()) {
      while (!hasLeftInTime(group)) {
        attempts++;
        assertThat(attempts).as("too late").isLessThan(ATTEMPTS);
        group.awaitComplete();
      }
    }
  }

  private static boolean hasLeftInTime(SentinelGroup group) {
    RedisServer old = group.master();
    try (HoldfastClient client =
        HoldfastClient.connect(group.uri().replace("#", "?clientName=" + LABEL + "#"))) {
      client.lock(LABEL).lock();
      client.lock(LABEL).unlock();
      assertThat(isConnectedTo(old)).isTrue();

      group.beginFailover();

      eventually().isTrue("it has left", () -> !isConnectedTo(old) || !SentinelGroup.isMaster(old));
      boolean isInTime = SentinelGroup.isMaster(old);
      client.lock(LABEL).lock();
      assertThat(successorOf(old, group).keys("holdfast:lock:*")).hasSize(1);
      client.lock(LABEL).unlock();
      eventually().isTrue("the old one has heard of it", () -> !SentinelGroup.isMaster(old));
      return isInTime;
    }
  }

  private static RedisServer successorOf(RedisServer old, SentinelGroup group) {
    return group.servers().stream()
        .filter(one -> one != old && SentinelGroup.isMaster(one))
        .findAny()
        .orElseThrow();
  }
}
