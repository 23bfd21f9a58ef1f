package io.holdfast.lock.fair;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The traces of a client that could not be reached for a while. */
@ExtendWith(RedisServerExtension.class)
@Tag("long")
class OutageIT {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration CLAIM = Duration.ofSeconds(2);

  /** Long enough that all are seen to wait, and over while the server is away. */
  private static final AcquireOptions FOR_A_WHILE =
      AcquireOptions.defaults().waitAtMost(Duration.ofMillis(3500));

  /** Is to be renewed, also by a machine that stands still for a moment. */
  private static HoldfastSettings steady() {
    return HoldfastSettings.builder().lease(Duration.ofSeconds(20)).build();
  }

  private static HoldfastSettings quick() {
    return HoldfastSettings.builder()
        .lease(LEASE)
        .claimLease(CLAIM)
        .commandTimeout(Duration.ofMillis(300))
        .build();
  }

  @Test
  void waiters_timeOutWhileTheServerIsAway_leaveNoTicketsBehind(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient holding = HoldfastClient.connect(steady(), server.uri());
        HoldfastClient cut = HoldfastClient.connect(quick(), proxy.uri())) {
      DistributedLock own = new FairLocks(holding).get("g");
      DistributedLock lock = new FairLocks(cut).get("g");
      Hold hold = own.acquire();
      List<CompletableFuture<Hold>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(lock.acquireAsync(FOR_A_WHILE));
      }
      eventually().isTrue("all wait", () -> own.inspect().queueLength() == 20);
      try (ActiveFault dead = proxy.blackhole(Connections.all())) {
        awaitGivenUp(all);
        proxy.cut(Connections.all(), Cut.RST);
      }
      assertThat(all).allMatch(CompletableFuture::isDone);
      assertNobodyElseWaits(own, hold, lock);
    }
  }

  @Test
  void waiters_timeOutBeforeTheyHearThatTheyAreQueued_leaveNoTicketsBehind(
      @FreshServer RedisServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient holding = HoldfastClient.connect(steady(), server.uri());
        HoldfastClient cut = HoldfastClient.connect(quick(), proxy.uri())) {
      DistributedLock own = new FairLocks(holding).get("g");
      DistributedLock lock = new FairLocks(cut).get("g");
      Hold hold = own.acquire();
      List<CompletableFuture<Hold>> all = new ArrayList<>();
      try (ActiveFault mute = proxy.blackhole(Connections.verbs(), Direction.TO_CLIENT)) {
        for (int i = 0; i < 20; i++) {
          all.add(lock.acquireAsync(FOR_A_WHILE));
        }
        eventually().isTrue("all wait", () -> own.inspect().queueLength() == 20);
        try (ActiveFault dead = proxy.blackhole(Connections.all())) {
          awaitGivenUp(all);
          proxy.cut(Connections.all(), Cut.RST);
        }
      }
      assertThat(all).allMatch(CompletableFuture::isDone);
      assertNobodyElseWaits(own, hold, lock);
    }
  }

  /** All have timed out, and more than a lease ago. */
  private static void awaitGivenUp(List<CompletableFuture<Hold>> all) {
    Callable<Boolean> areOver = () -> all.stream().allMatch(CompletableFuture::isDone);
    eventually().isTrue("all have timed out", areOver);
    stays(LEASE.plusMillis(500), "away", areOver);
  }

  private static void assertNobodyElseWaits(DistributedLock own, Hold hold, DistributedLock lock) {
    eventually().isTrue("connected again", lock::isLocked);
    CompletableFuture<Hold> only = lock.acquireAsync();
    eventually().isTrue("it waits, too", () -> own.inspect().queueLength() > 0);
    stays(Duration.ofSeconds(1), "it waits", () -> !only.isDone());
    hold.close();
    assertThat(only).succeedsWithin(Duration.ofMinutes(1)); // the only waiter
    only.join().close();
  }

  @Test
  void waiters_frozenForLongerThanTheClaim_areServedInTheirOrder(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient holding = HoldfastClient.connect(steady(), server.uri());
        HoldfastClient cut = HoldfastClient.connect(quick(), proxy.uri())) {
      DistributedLock own = new FairLocks(holding).get("f");
      Hold hold = own.acquire();
      DistributedLock lock = new FairLocks(cut).get("f");
      Queue<Integer> order = new ConcurrentLinkedQueue<>();
      for (int i = 0; i < 250; i++) {
        int number = i;
        var unused =
            lock.acquireAsync()
                .thenAccept(
                    one -> {
                      order.add(number);
                      one.releaseAsync().exceptionally(thrown -> null);
                    });
      }
      eventually().isTrue("all wait", () -> own.inspect().queueLength() == 250);
      stays(CLAIM.dividedBy(2), "a roll call", order::isEmpty);
      try (ActiveFault dead = proxy.blackhole(Connections.all())) {
        stays(CLAIM.plusMillis(500), "none is served", order::isEmpty);
        hold.close();
      }
      eventually().isTrue("all served", () -> order.size() == 250);
      assertThat(List.copyOf(order)).isSorted();
    }
  }
}
