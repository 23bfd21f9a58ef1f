package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nodes restart in turn while a client casts no votes. */
class RedLockRestartsIT extends RedLockSuite {

  /** No other client asks the nodes: an epoch begins when this client asks for it. */
  @Test
  @DisplayName("failure 140: the nodes restart in turn while a client casts no votes")
  void idle_nodesRestartInTurn_eachIsAskedWhenItIsBack(
      @FreshServer(value = "three", masters = 3) Masters three) {
    remember(three, Duration.ofHours(1));
    Quorums idle = open(RedLockSettings.builder().maxLease(LEASE), three.uris());
    within(SOON).isTrue("it knows the nodes", () -> isVotedOn(idle.locks(), NAME));
    for (RedisServer server : three.servers()) {
      server.admin().text("SAVE"); // it comes back with its data
      assertThat(isAsked(server)).isTrue();
      server.kill();
      server.restart();
      within(SOON).isTrue("asked what it remembers", () -> isAsked(server));
    }
  }

  /** Whether an epoch of this process has begun. */
  private static boolean isAsked(RedisServer server) {
    String epoch = server.admin().text("GET", "holdfast:rednode");
    return epoch.startsWith(server.info("server").get("run_id") + ':');
  }
}
