package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.time.MonotonicClock;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Connections over which nothing was sent for a while. */
@ExtendWith(RedisServerExtension.class)
class IdleConnectionIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** A little more than the time after which a connection is idle. */
  private static final Duration PAUSE = Duration.ofSeconds(16);

  /** The clock runs by itself; the test lets more time pass. */
  private static final class Clock implements MonotonicClock {

    private final AtomicLong aheadNanos = new AtomicLong();
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();

    @Override
    public long nanoTime() {
      return System.nanoTime() + aheadNanos.get();
    }

    @Override
    public void parkUntil(Object blocker, long untilNanos) {
      Thread current = Thread.currentThread();
      parked.add(current);
      try {
        LockSupport.parkNanos(blocker, untilNanos - nanoTime());
      } finally {
        parked.remove(current);
      }
    }

    void passes(Duration time) {
      aheadNanos.addAndGet(time.toNanos());
      parked.forEach(LockSupport::unpark);
    }
  }

  private final Clock clock = new Clock();

  /** A machine that stands still for a while is not a mute connection. */
  private HoldfastClient patient(FaultProxy proxy) {
    return TestClients.openPatient(clock, Duration.ofMinutes(5), proxy.uri());
  }

  private static void use(DistributedLock lock) throws InterruptedException {
    assertThat(lock.tryLock(1, TimeUnit.MINUTES)).isTrue();
    lock.unlock();
  }

  @Test
  @DisplayName("failure 158: a proxy drops connections in silence while nothing is sent")
  void connections_droppedInSilenceWhileIdle_areOpenedAnewBeforeTheyAreNeeded(
      @FreshServer RedisServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = TestClients.open(clock, proxy.uri())) {
      DistributedLock lock = client.lock("idle");
      use(lock);
      long before = proxy.counters().connections();
      try (ActiveFault dropped = proxy.blackhole(Connections.all().present())) {
        clock.passes(PAUSE);
        eventually().isTrue("two more", () -> proxy.counters().connections() >= before + 2);
        use(lock);
      }
    }
  }

  @Test
  @DisplayName("failure 158: nobody listens when the dropped connections are opened anew")
  void connections_droppedInSilenceAndNotReopenedAtOnce_areThereLater(
      @FreshServer RedisServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = TestClients.open(clock, proxy.uri())) {
      DistributedLock lock = client.lock("idle");
      use(lock);
      long before = proxy.counters().connections();
      try (ActiveFault dropped = proxy.blackhole(Connections.all().present())) {
        try (CapturedLog log = CapturedLog.begin();
            ActiveFault away = proxy.refuseConnections()) {
          clock.passes(PAUSE);
          eventually()
              .isTrue(
                  "both are tried in vain", () -> log.lines("is reopened", "not open yet") >= 2);
        }
        eventually()
            .isTrue(
                "two more",
                () -> {
                  clock.passes(PAUSE);
                  return proxy.counters().connections() >= before + 2;
                });
        use(lock);
      }
    }
  }

  @Test
  @DisplayName("failure 158: a connection of which both ends are used is not asked")
  void connection_inUse_isNotAsked(@FreshServer RedisServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = patient(proxy)) {
      DistributedLock lock = client.lock("idle");
      use(lock);
      Command ping = Command.named("PING");
      try (Rule ofRequests = proxy.when(ping.on(Connections.verbs()).always()).observe();
          Rule ofMessages = proxy.when(ping.on(Connections.inbox()).always()).observe()) {
        for (long asked = 1; asked <= 3; asked++) { // of the inbox, at which nothing comes
          for (int quarter = 0; quarter < 4; quarter++) { // the machine may stand still meanwhile
            use(lock);
            clock.passes(PAUSE.dividedBy(4));
          }
          long expected = asked;
          eventually().isTrue("the inbox is asked", () -> ofMessages.fired() >= expected);
          use(lock);
        }
        assertThat(ofRequests.fired()).isZero();
        clock.passes(PAUSE);
        ofRequests.awaitFired(LIMIT);
      }
    }
  }

  @Test
  @DisplayName("failure 158: a server that refuses to be asked has answered")
  void connections_idleAndPingRefused_stay(@FreshServer RedisServer server) throws Exception {
    server.aclUser("default", "-ping");
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = patient(proxy)) {
      DistributedLock lock = client.lock("idle");
      use(lock);
      long before = proxy.counters().connections();
      try (Rule pings = proxy.when(Command.named("PING").always()).observe()) {
        for (long asked = 1; asked <= 3; asked++) {
          clock.passes(PAUSE);
          long expected = asked;
          eventually().isTrue("both are asked", () -> pings.fired() >= 2 * expected);
          eventually()
              .isTrue(
                  "the refusal counts as an answer",
                  () -> client.status().sinceLastAnswer().orElseThrow().compareTo(PAUSE) < 0);
        }
      }
      use(lock);
      assertThat(proxy.counters().connections()).isEqualTo(before);
    }
  }

  @Test
  @DisplayName("failure 158: the connection that replicas are asked over is idle, too")
  void connectionForReplicas_idle_isAskedAsWell(@FreshServer RedisServer server) {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = patient(proxy)) {
      AcquireOptions confirmed =
          AcquireOptions.defaults().confirmedBy(1, Duration.ofMillis(1)).withoutWaiting();
      assertThatThrownBy(() -> client.lock("idle").tryAcquire(confirmed))
          .isInstanceOf(LockServerException.class);
      try (Rule pings = proxy.when(Command.named("PING").always()).observe()) {
        clock.passes(PAUSE);
        eventually().isTrue("three are asked", () -> pings.fired() >= 3);
      }
    }
  }

  @Test
  @DisplayName("failure 158: a client that does nothing costs two pings for each pause")
  void idleClient_costsTwoPingsForEachPause(@FreshServer RedisServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = patient(proxy)) {
      use(client.lock("idle"));
      try (Rule pings = proxy.when(Command.named("PING").always()).observe();
          Rule all = proxy.when(Command.any().always()).observe()) {
        int pauses = 5;
        long begin = clock.nanoTime();
        for (int i = 1; i <= pauses; i++) {
          clock.passes(PAUSE);
          long expected = i;
          eventually().isTrue("both are asked", () -> pings.fired() >= 2 * expected);
        }
        long idles = (clock.nanoTime() - begin) / Duration.ofSeconds(15).toNanos();
        assertThat(pings.fired()).isLessThanOrEqualTo(2 * (idles + 1));
        assertThat(all.fired()).as("nothing else").isEqualTo(pings.fired());
      }
    }
  }

  @Test
  @DisplayName(
      "failure 158: each master of a cluster is asked, and so none of their connections is idle")
  void cluster_idle_asksEachMaster() {
    HoldfastSettings settings = HoldfastSettings.builder().clock(clock).cluster().build();
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client = HoldfastClient.connect(settings, cluster.uri())) {
      client.lock("idle").inspect();
      cluster.nodes().forEach(RedisServer::resetStatistics);
      clock.passes(PAUSE);
      for (RedisServer node : cluster.nodes()) {
        eventually()
            .isTrue(node + " is asked", () -> node.commandCalls().getOrDefault("ping", 0L) > 0);
      }
    }
  }
}
