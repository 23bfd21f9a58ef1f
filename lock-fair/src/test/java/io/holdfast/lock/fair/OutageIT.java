package io.holdfast.lock.fair;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client leaves behind that could not be reached for a while. */
@ExtendWith(RedisServerExtension.class)
@Tag("long")
class OutageIT {

  /** Long enough that all are seen to wait, and over while the server is away. */
  private static final AcquireOptions FOR_A_WHILE =
      AcquireOptions.defaults().waitAtMost(Duration.ofMillis(3500));

  /** Is to be renewed, also by a machine that stands still for a moment. */
  private static HoldfastSettings steady() {
    return HoldfastSettings.builder().lease(Duration.ofSeconds(20)).build();
  }

  private static HoldfastSettings quick() {
    return HoldfastSettings.builder()
        .lease(Duration.ofSeconds(2))
        .claimLease(Duration.ofMillis(900))
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
        TimeUnit.SECONDS.sleep(5); // longer than the lease
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
          TimeUnit.SECONDS.sleep(5); // longer than the lease
          proxy.cut(Connections.all(), Cut.RST);
        }
      }
      assertThat(all).allMatch(CompletableFuture::isDone);
      assertNobodyElseWaits(own, hold, lock);
    }
  }

  private static void assertNobodyElseWaits(DistributedLock own, Hold hold, DistributedLock lock)
      throws InterruptedException {
    TimeUnit.SECONDS.sleep(2); // connected again
    CompletableFuture<Hold> only = lock.acquireAsync();
    eventually().isTrue("it waits, too", () -> own.inspect().queueLength() > 0);
    TimeUnit.SECONDS.sleep(1);
    hold.close();
    assertThat(only).succeedsWithin(Duration.ofMinutes(1)); // the only one who waits
    only.join().close();
  }

  @Test
  void waiters_frozenForLongerThanTheClaim_areServedInTheirOrder(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient holding = HoldfastClient.connect(steady(), server.uri());
        HoldfastClient cut = HoldfastClient.connect(quick(), proxy.uri())) {
      Hold hold = new FairLocks(holding).get("f").acquire();
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
      TimeUnit.MILLISECONDS.sleep(500); // a roll call
      try (ActiveFault dead = proxy.blackhole(Connections.all())) {
        TimeUnit.MILLISECONDS.sleep(1300);
        hold.close();
      }
      eventually().isTrue("all served", () -> order.size() == 250);
      assertThat(List.copyOf(order)).isSorted();
    }
  }
}
