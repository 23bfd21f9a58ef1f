package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The node that queues the waiters fails. */
class RedLockCoordinatorIT extends RedLockSuite {

  enum Fault {
    KILLED,
    FROZEN,
    RESTARTED_EMPTY;

    void strike(RedisServer server) {
      switch (this) {
        case KILLED -> server.kill();
        case FROZEN -> server.freeze();
        case RESTARTED_EMPTY -> server.restartEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("failure 47: the node that queues the waiters fails")
  void acquire_coordinatorFailsBeneathTwoWhoWait_bothHaveTheirTurns(
      Fault fault, @FreshServer Masters five) throws Exception {
    Quorums holder = open(five.uris());
    RedisServer coordinator = five.server(Math.floorMod(NAME.hashCode(), five.size()));
    Hold hold = heldByAll(holder, five, AcquireOptions.defaults());
    CompletableFuture<Hold> one = open(five.uris()).locks().get(NAME).acquireAsync();
    within(SOON).isTrue("it waits", () -> ticketsAt(coordinator, NAME) == 1);
    CompletableFuture<Hold> other = open(five.uris()).locks().get(NAME).acquireAsync();
    within(SOON).isTrue("both wait", () -> ticketsAt(coordinator, NAME) == 2);

    fault.strike(coordinator);
    hold.close();

    Hold first = (Hold) CompletableFuture.anyOf(one, other).get(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(first.token()).isGreaterThan(hold.token());
    assertThat(one.isDone() && other.isDone()).isFalse();
    first.close();
    for (CompletableFuture<Hold> each : List.of(one, other)) {
      assertThat(each).succeedsWithin(SOON);
      assertThat(each.join().equals(first) || each.join().token() > first.token()).isTrue();
      each.join().close();
    }
    if (fault == Fault.FROZEN) {
      coordinator.thaw();
    }
    five.servers().stream()
        .filter(RedisServer::isRunning)
        .forEach(server -> awaitFree(SOON, server, NAME));
  }
}
