package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.StallWatch;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * How long it takes until a client has the lock after a fault, without the time in which this
 * machine stood still. Default settings, except claim leases that are long enough to tell the
 * effect from a slow machine.
 */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
@Tag("timing")
class RecoveryIT {

  private static final String NAME = "recovery";
  private static final Duration LEASE = Duration.ofSeconds(2);

  private static HoldfastClient client(String uri) {
    return HoldfastClient.connect(uri);
  }

  private static HoldfastClient client(String uri, Duration claimLease) {
    return HoldfastClient.connect(HoldfastSettings.builder().claimLease(claimLease).build(), uri);
  }

  /** Waits for the lock, and says how long that took. */
  private static Duration report(
      String after, StallWatch since, CompletableFuture<Hold> waiting, Duration bound)
      throws Exception {
    Hold hold = waiting.get(60, TimeUnit.SECONDS);
    Duration took = since.running();
    since.close();
    System.out.printf(
        "recovery: %s: %d ms, bound %d ms%n", after, took.toMillis(), bound.toMillis());
    assertThat(took).isLessThan(bound);
    hold.close();
    return took;
  }

  private static CompletableFuture<Hold> queued(DistributedLock waiter, DistributedLock any) {
    CompletableFuture<Hold> waiting = waiter.acquireAsync();
    eventually().isTrue("it waits", () -> any.inspect().queueLength() == 1);
    return waiting;
  }

  @Test
  void holder_killed_costsItsLease(TestServer server) throws Exception {
    // Asks every ten seconds, but for once when the lease ends.
    try (HoldfastClient client = client(server.uri(), Duration.ofSeconds(30));
        JvmProcess holder =
            JvmProcess.start(
                LockWorker.class, server.uri(), NAME, Long.toString(LEASE.toMillis()))) {
      holder.awaitLine("ready");
      holder.send("lock");
      holder.awaitLine("locked .*");
      CompletableFuture<Hold> waiting = queued(client.lock(NAME), client.lock(NAME));
      StallWatch start = StallWatch.start();
      holder.kill();
      Duration took = report("holder killed, lease 2000 ms", start, waiting, LEASE.plusSeconds(3));
      // It renewed every third: so much was left, but for how late that was.
      assertThat(took).isGreaterThan(LEASE.dividedBy(3));
    }
  }

  @Test
  void message_lost_costsUntilTheNextQuestion(
      @FreshServer RedisServer server, @FreshServer FaultProxy proxy) throws Exception {
    try (HoldfastClient holder = client(server.uri());
        HoldfastClient waiter = client(proxy.uri(), Duration.ofSeconds(12));
        ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      Hold hold = holder.lock(NAME).acquire();
      CompletableFuture<Hold> waiting = queued(waiter.lock(NAME), holder.lock(NAME));
      long end = System.nanoTime() + Duration.ofMillis(200).toNanos();
      eventually().isTrue("the second question is over", () -> System.nanoTime() - end > 0);
      StallWatch start = StallWatch.start();
      hold.close();
      // A third of the claim lease, give or take a tenth of that.
      report("message lost, claim lease 12000 ms", start, waiting, Duration.ofMillis(7500));
      assertThat(deaf).isNotNull();
    }
  }

  @Test
  void connections_halfOpen_areGivenUp(
      @FreshServer RedisServer server, @FreshServer FaultProxy proxy) throws Exception {
    try (HoldfastClient client = client(proxy.uri())) {
      client.lock(NAME).lock();
      client.lock(NAME).unlock();
      proxy.blackhole(Connections.all().present());
      StallWatch start = StallWatch.start();
      report(
          "connections half-open", start, client.lock(NAME).acquireAsync(), Duration.ofSeconds(6));
    }
  }

  @Test
  void server_restartedWithItsData_costsAReconnect(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient holder = client(server.uri());
        HoldfastClient waiter = client(server.uri())) {
      Hold hold = holder.lock(NAME).acquire();
      CompletableFuture<Hold> waiting = queued(waiter.lock(NAME), holder.lock(NAME));
      server.restart();
      StallWatch start = StallWatch.start();
      hold.close();
      report(
          "server restarted with its data, from when it answers",
          start,
          waiting,
          Duration.ofSeconds(6));
    }
  }

  @Test
  void master_diesAndReplicaTakesOver_costsAReconnect(@FreshServer MasterWithReplica pair)
      throws Exception {
    try (HoldfastClient holder = client(pair.uri());
        HoldfastClient waiter = client(pair.uri())) {
      Hold hold = holder.lock(NAME).acquire();
      CompletableFuture<Hold> waiting = queued(waiter.lock(NAME), holder.lock(NAME));
      pair.awaitInSync();
      pair.failover();
      StallWatch start = StallWatch.start();
      hold.close();
      report(
          "replica has taken over, from when it is the master",
          start,
          waiting,
          Duration.ofSeconds(6));
    }
  }
}
