package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.testkit.topology.ReplicatedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Holds that count only when replicas have them. */
@ExtendWith(RedisServerExtension.class)
class ConfirmedIT {

  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String NAME = "confirmed";
  private static final String KEY = "holdfast:lock:{" + NAME + "}";
  private static final AcquireOptions BY_ONE = AcquireOptions.defaults().confirmedBy(1, SOON);

  private final List<AutoCloseable> opened = new ArrayList<>();
  private MasterWithReplica servers;
  private HoldfastClient client;
  private DistributedLock lock;

  private <T extends AutoCloseable> T opened(T it) {
    opened.add(it);
    return it;
  }

  private HoldfastClient client() {
    return opened(HoldfastClient.connect(servers.uri()));
  }

  @BeforeEach
  void start() {
    servers = opened(MasterWithReplica.start());
    servers.awaitInSync();
    client = client();
    lock = lock(NAME);
  }

  private DistributedLock lock(String name) {
    return client.lock(name);
  }

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private boolean isAtTheReplica() {
    return servers.replica().admin().number("EXISTS", KEY) == 1;
  }

  private ActiveFault slowReplication() {
    Duration slow = Duration.ofMillis(100);
    return servers.replicationLink().delay(Connections.all(), Direction.TO_CLIENT, slow, slow);
  }

  /** To have replicas keep it for a lease the server is told so, and a lingering lock may not. */
  @Test
  void close_ofAClientThatLingers_leavesNothing() throws Exception {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(10))
            .claimLease(Duration.ofMinutes(1))
            .linger(Duration.ofSeconds(10))
            .build();
    DistributedLock again = opened(HoldfastClient.connect(settings, servers.uri())).lock(NAME);
    for (int i = 0; i < 3; i++) {
      again.acquire(BY_ONE).close();
      assertThat(servers.master().admin().number("EXISTS", KEY)).isZero();
    }
    again.acquire().close();
    assertThat(servers.master().admin().number("EXISTS", KEY)).as("lingers").isEqualTo(1);
  }

  /** Without confirmation a hold is there before the replica has it. */
  @Test
  void acquire_slowReplication_returnsWhenTheReplicaHasIt() throws Exception {
    slowReplication();
    int before = 0;
    for (int i = 0; i < 10; i++) {
      try (Hold confirmed = lock.acquire(BY_ONE)) {
        assertThat(isAtTheReplica()).as("the replica has it").isTrue();
        assertThat(confirmed.isValid()).isTrue();
      }
      within(SOON).isTrue("free at the replica", () -> !isAtTheReplica());
      try (Hold plain = lock.acquire()) {
        before += isAtTheReplica() ? 0 : 1;
      }
      within(SOON).isTrue("free at the replica", () -> !isAtTheReplica());
    }
    assertThat(before).as("had before the replica has it").isPositive();
  }

  @Test
  @DisplayName("failure 161: no replica confirms a hold in time")
  void tryAcquire_replicaAway_failsAndLeavesNothing() {
    servers.cutReplication();
    AcquireOptions soon = BY_ONE.confirmedBy(1, Duration.ofMillis(50)).withoutWaiting();
    assertThatThrownBy(() -> lock.tryAcquire(soon))
        .isInstanceOf(LockServerException.class)
        .hasMessage(
            "Lock 'confirmed': 0 of 1 replicas confirmed the hold within 50 ms; it is released");
    assertThat(lock.isLocked()).isFalse();
    assertThat(lock.acquireAsync(soon))
        .failsWithin(SOON)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(LockServerException.class)
        .withMessageContaining("0 of 1 replicas");
    within(SOON).isTrue("free", () -> !lock.isLocked());
    servers.healReplication();
    within(SOON)
        .passes("had again", () -> lock.tryAcquire(BY_ONE.withoutWaiting()).orElseThrow().close());
  }

  /** More replicas than there are, beside calls for which the present ones are enough. */
  @Test
  void acquire_severalAskForDifferentNumbers_eachHasItsOwnAnswer() throws Exception {
    DistributedLock other = client().lock("other");
    CompletableFuture<Hold> tooMany =
        other.acquireAsync(BY_ONE.confirmedBy(2, Duration.ofSeconds(2)));
    lock.acquire(BY_ONE).close();
    assertThat(tooMany)
        .failsWithin(SOON)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withMessageContaining("1 of 2 replicas confirmed the hold within 2000 ms");
  }

  /** The calls of the first round wait for the replica; the others come in one round behind it. */
  @Test
  void acquire_manyAtOnce_shareWhatReplicasAreAsked() throws Exception {
    slowReplication();
    Rule waits = servers.proxy().when(Command.named("WAIT").always()).observe();
    int many = 100;
    List<CompletableFuture<Hold>> all =
        IntStream.range(0, many)
            .mapToObj(i -> client.lock("many-" + i).acquireAsync(BY_ONE))
            .toList();
    for (CompletableFuture<Hold> one : all) {
      one.get(60, TimeUnit.SECONDS).close();
    }
    assertThat(waits.fired()).isBetween(1L, many / 2L);
  }

  @Test
  void lock_optionsOfTheLock_countForTheThreadAsWell() throws Exception {
    DistributedLock confirmed = client().lock(NAME, BY_ONE.confirmedBy(1, Duration.ofMillis(50)));
    servers.cutReplication();
    assertThatThrownBy(confirmed::lock).isInstanceOf(LockServerException.class);
    assertThatThrownBy(confirmed::tryLock).isInstanceOf(LockServerException.class);
    assertThatThrownBy(() -> confirmed.lock(SOON)).isInstanceOf(LockServerException.class);
    assertThatThrownBy(() -> confirmed.tryLock(1, TimeUnit.SECONDS))
        .isInstanceOf(LockServerException.class);
    assertThat(confirmed.isHeldByCurrentThread()).isFalse();
    assertThat(confirmed.isLocked()).isFalse();
  }

  /** An interrupt does not end the call, and is not lost. */
  @Test
  void acquire_interruptedWhileReplicasAreAsked_hasItAndStaysInterrupted() throws Exception {
    Rule wait = servers.proxy().when(Command.named("WAIT").nth(1)).holdCommand();
    try (TestThreads threads = TestThreads.open()) {
      CompletableFuture<Boolean> had =
          threads.call(
              "acquires",
              () -> {
                CompletableFuture<Thread> interrupter = interruptWhen(Thread.currentThread(), wait);
                try (Hold hold = lock.acquire(BY_ONE)) {
                  interrupter.join();
                  return hold.isValid() && Thread.interrupted();
                }
              });
      assertThat(had.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static CompletableFuture<Thread> interruptWhen(Thread acquiring, Rule wait) {
    return CompletableFuture.supplyAsync(
        () -> {
          within(SOON).isTrue("replicas are asked", () -> wait.fired() == 1);
          acquiring.interrupt();
          wait.release();
          return acquiring;
        });
  }

  @Test
  void acquireAsync_cancelledWhileReplicasAreAsked_leavesNothing() throws Exception {
    Rule wait = servers.proxy().when(Command.named("WAIT").nth(1)).holdCommand();
    CompletableFuture<Hold> acquiring = lock.acquireAsync(BY_ONE);
    within(SOON).isTrue("replicas are asked", () -> wait.fired() == 1);
    acquiring.cancel(false);
    wait.release();
    within(SOON).isTrue("free", () -> !lock.isLocked());
    assertThat(lock.withLockAsync(BY_ONE, hold -> CompletableFuture.completedFuture(hold.token())))
        .succeedsWithin(SOON);
  }

  @Test
  void acquireAsync_cancelledAndTheReplicaIsAway_isFreeLongBeforeTheTimeIsOver() {
    servers.cutReplication();
    AcquireOptions patient = BY_ONE.confirmedBy(1, Duration.ofHours(1));
    CompletableFuture<Hold> acquiring = lock.acquireAsync(patient);
    within(SOON).isTrue("granted", lock::isLocked);
    acquiring.cancel(false);
    within(SOON).isTrue("free", () -> !lock.isLocked());
  }

  @Test
  void acquireAsync_completedByAnotherWhileReplicasAreAsked_leavesNothing() {
    Rule wait = servers.proxy().when(Command.named("WAIT").nth(1)).holdCommand();
    CompletableFuture<Hold> acquiring = lock.acquireAsync(BY_ONE);
    within(SOON).isTrue("replicas are asked", () -> wait.fired() == 1);
    acquiring.complete(null);
    wait.release();
    within(SOON).isTrue("free", () -> !lock.isLocked());
  }

  @Test
  void acquireAsync_clientClosedWhileReplicasAreAsked_failsAsClosed() {
    servers.cutReplication();
    HoldfastClient closing = client();
    CompletableFuture<Hold> acquiring =
        closing.lock(NAME).acquireAsync(BY_ONE.confirmedBy(1, Duration.ofHours(1)));
    within(SOON).isTrue("granted", lock::isLocked);
    closing.close();
    assertThat(acquiring)
        .failsWithin(SOON)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(ClientClosedException.class);
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  @DisplayName("failure 129: the client is closed while it connects for the first confirmation")
  void acquire_clientClosedWhileItConnectsForReplicas_failsAsClosed() {
    HoldfastClient closing = client();
    Rule greeting = servers.proxy().when(Command.named("HELLO").always()).holdCommand();
    AcquireOptions patient = BY_ONE.confirmedBy(1, Duration.ofHours(1));
    CompletableFuture<Hold> acquiring = closing.lock(NAME).acquireAsync(patient);
    within(SOON).isTrue("it connects", () -> greeting.fired() == 1);
    FutureTask<Hold> blocked = new FutureTask<>(() -> closing.lock(NAME + 2).acquire(patient));
    Thread waiting = new Thread(blocked, "waits for replicas");
    waiting.setDaemon(true);
    waiting.start();
    within(SOON).isTrue("both are granted", () -> closing.status().holds() == 2);
    closing.close();
    for (Future<Hold> one : List.of(acquiring, blocked)) {
      assertThat(one)
          .failsWithin(SOON)
          .withThrowableOfType(java.util.concurrent.ExecutionException.class)
          .withCauseInstanceOf(ClientClosedException.class);
    }
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  @DisplayName("failure 129: the client is closed at any moment of a confirmation")
  void acquireAsync_clientClosedAtAnyMoment_failsAsClosed() {
    servers.cutReplication();
    AcquireOptions patient = BY_ONE.confirmedBy(1, Duration.ofHours(1));
    for (int i = 0; i < 40; i++) {
      HoldfastClient closing = client();
      CompletableFuture<Hold> acquiring = closing.lock(NAME).acquireAsync(patient);
      within(SOON).isTrue("granted", lock::isLocked);
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100) * (i % 20));
      closing.close();
      assertThat(acquiring)
          .as("closed %s", i)
          .failsWithin(SOON)
          .withThrowableOfType(java.util.concurrent.ExecutionException.class)
          .withCauseInstanceOf(ClientClosedException.class);
    }
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  @DisplayName("failure 117: the server hangs while replicas confirm a hold, and a future waits")
  void acquireAsync_serverHangsWhileReplicasAreAsked_failsSoon() {
    Rule wait = servers.proxy().when(Command.named("WAIT").nth(1)).holdCommand();
    CompletableFuture<Hold> acquiring =
        lock.acquireAsync(BY_ONE.confirmedBy(1, Duration.ofMillis(500)));
    within(SOON).isTrue("replicas are asked", () -> wait.fired() == 1);
    servers.master().freeze();
    try {
      // half a second, and at most a quarter of the command time-out, and one for the release
      assertThat(acquiring)
          .failsWithin(Duration.ofSeconds(15))
          .withThrowableOfType(java.util.concurrent.ExecutionException.class)
          .withCauseInstanceOf(LockServerException.class);
    } finally {
      servers.master().thaw();
      wait.release();
    }
    within(SOON).isTrue("free", () -> !lock.isLocked());
  }

  @Test
  @DisplayName("failure 119: a confirmed hold is handed to an executor that hangs")
  void acquireAsync_executorHangs_isReleased() {
    Queue<Runnable> hanging = new ConcurrentLinkedQueue<>();
    AtomicBoolean hasBegun = new AtomicBoolean();
    Executor hangsBehindTheFirst =
        task -> {
          if (hasBegun.compareAndSet(false, true)) {
            task.run(); // the grant, which replicas have to confirm
          } else {
            hanging.add(task);
          }
        };
    HoldfastClient slow =
        opened(
            HoldfastClient.connect(
                HoldfastSettings.builder().callbackExecutor(hangsBehindTheFirst).build(),
                servers.uri()));
    CompletableFuture<Hold> acquiring = slow.lock(NAME).acquireAsync(BY_ONE);
    within(SOON).isTrue("confirmed", () -> !hanging.isEmpty());
    CompletableFuture<Hold> next = lock.acquireAsync();
    assertThat(next).as("released, though the executor hangs").succeedsWithin(SOON);

    hanging.remove().run();
    assertThat(acquiring)
        .failsWithin(SOON)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withMessageContaining("ran its task too late");
    next.join().close();
  }

  /** It keeps the connection waiting, again and again. */
  @Test
  void acquire_anotherAsksForMoreReplicasThanThereAre_isConfirmedBesideIt() throws Exception {
    CompletableFuture<Hold> tooMany =
        lock("other").acquireAsync(BY_ONE.confirmedBy(2, Duration.ofHours(1)));
    for (int i = 0; i < 10; i++) {
      lock.acquire(BY_ONE).close();
    }
    assertThat(tooMany).isNotDone();
    tooMany.cancel(false);
  }

  @Test
  void confirmedBy_outOfBounds_isRefusedWithTheValue() {
    assertThatThrownBy(() -> BY_ONE.confirmedBy(0, SOON))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 replicas, must be at least 1");
    for (Duration within : List.of(Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE))) {
      assertThatThrownBy(() -> BY_ONE.confirmedBy(1, within))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("within %s: must be from 1 ms to 1 h", within);
    }
  }

  /** As after a planned failover: the next connection leads to the new master. */
  @Test
  @DisplayName("failure 43: another master than the one that granted a hold is asked for replicas")
  void acquire_anotherMasterIsAsked_fails() throws Exception {
    MasterWithReplica next = opened(MasterWithReplica.start());
    next.awaitInSync();
    lock.acquire().close();
    servers.proxy().retarget(next.master());
    assertThat(catchThrowable(() -> lock.acquire(BY_ONE)))
        .isInstanceOf(LockServerException.class)
        .hasMessage("Lock 'confirmed': the hold was lost before replicas confirmed it");
    assertThat(servers.master().admin().number("EXISTS", KEY)).isZero();
  }

  /** WAIT on a new connection is answered at once: nothing was sent over that. */
  @Test
  @DisplayName("failure 43: the connection ends while replicas are asked")
  void acquire_connectionEndsBeforeReplicasAreAsked_fails() throws Exception {
    servers.proxy().when(Command.named("WAIT").nth(1)).cutBefore(Cut.RST);
    assertThatThrownBy(() -> lock.acquire(BY_ONE)).isInstanceOf(LockServerException.class);
    within(SOON).isTrue("free", () -> !lock.isLocked());
    within(SOON).passes("had again", () -> lock.acquire(BY_ONE).close());
  }

  @Test
  void acquire_ofACluster_asksTheMasterOfTheName() throws Exception {
    try (ReplicatedCluster cluster = ReplicatedCluster.start();
        HoldfastClient client =
            HoldfastClient.connect(HoldfastSettings.builder().cluster().build(), cluster.uri())) {
      AcquireOptions soon = BY_ONE.confirmedBy(1, Duration.ofMillis(300));
      DistributedLock with = client.lock(cluster.nameOn(cluster.original(), "with"));
      DistributedLock without = client.lock(cluster.nameOn(cluster.other(), "without"));
      with.acquire(BY_ONE).close();
      assertThatThrownBy(() -> without.acquire(soon)).hasMessageContaining("0 of 1 replicas");
      assertThat(without.isLocked()).isFalse();
      with.acquire(BY_ONE).close();
      cluster.cutReplication();
      assertThatThrownBy(() -> with.acquire(soon)).hasMessageContaining("0 of 1 replicas");
    }
  }
}
