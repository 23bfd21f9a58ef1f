package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Strict order: owners get the lock in the order in which they arrived at the server, threads and
 * handles of all clients alike, and nobody overtakes. For kinds that {@linkplain
 * LockFixture#keepsOrderOfArrival() claim} it. For order under load see {@link FairChurnContract}.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class FairnessContract extends ContractSuite {

  private static final Duration LONG = Duration.ofMinutes(1);

  /** Long enough to queue several waiters. */
  private static final Duration WAIT = Duration.ofSeconds(4);

  private enum Way {
    LOCK,
    LOCK_WITH_LEASE,
    INTERRUPTIBLY,
    TIMED,
    HANDLE,
    TIMED_HANDLE,
    FUTURE,
    SECTION
  }

  private final List<Integer> order = new CopyOnWriteArrayList<>();
  private final List<CompletableFuture<?>> turns = new ArrayList<>();

  @BeforeEach
  void requireAClaim() {
    assertThat(fixture().keepsOrderOfArrival()).as("claims strict order").isTrue();
  }

  /** Starts a waiter that writes down its number when its turn comes; it is queued on return. */
  private void queue(DistributedLock view, Way way, int number) {
    int before = others.inspect().queueLength();
    turns.add(begin(view, way, number));
    awaitQueueLength(before + 1);
  }

  private CompletableFuture<?> begin(DistributedLock view, Way way, int number) {
    return switch (way) {
      case FUTURE -> view.acquireAsync().thenAccept(hold -> turn(hold, number));
      case SECTION ->
          view.withLockAsync(
              hold -> {
                order.add(number);
                return CompletableFuture.completedFuture(true);
              });
      case HANDLE -> actor("handle").starts(() -> turn(view.acquire(), number));
      case TIMED_HANDLE ->
          actor("handle").starts(() -> turn(view.tryAcquire(LONG).orElseThrow(), number));
      case LOCK, LOCK_WITH_LEASE, INTERRUPTIBLY, TIMED ->
          actor("thread")
              .starts(
                  () -> {
                    take(view, way);
                    order.add(number);
                    view.unlock();
                  });
    };
  }

  private void turn(Hold hold, int number) {
    order.add(number);
    hold.close();
  }

  private static void take(DistributedLock view, Way way) throws InterruptedException {
    switch (way) {
      case LOCK_WITH_LEASE -> view.lock(LONG);
      case INTERRUPTIBLY -> view.lockInterruptibly();
      case TIMED -> assertThat(view.tryLock(1, TimeUnit.MINUTES)).isTrue();
      default -> view.lock();
    }
  }

  private void assertOrder(Integer... expected) {
    turns.forEach(Actor::succeeds);
    assertThat(order).containsExactly(expected);
    awaitFreeAndUnwanted();
  }

  @Test
  void waiters_threadsAndHandlesOfSeveralClients_areServedAsTheyArrived() {
    List<DistributedLock> views =
        List.of(
            lock,
            others,
            open(ClientSpec.defaults()).lock(name),
            open(ClientSpec.defaults()).lock(name));
    Actor holder = holderOf(lock);
    int count = 2 * Way.values().length;
    for (int i = 0; i < count; i++) {
      queue(views.get(i % 4), Way.values()[(i + i / 4) % Way.values().length], i);
    }

    holder.does(lock::unlock);

    assertOrder(IntStream.range(0, count).boxed().toArray(Integer[]::new));
  }

  @Test
  void waiters_threadsOfOneClient_areServedAsTheyArrived() {
    Actor holder = holderOf(lock);
    for (int i = 0; i < 8; i++) {
      queue(lock, Way.values()[i], i);
    }
    holder.does(lock::unlock);
    assertOrder(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void lock_releasedAndTakenAgainAtOnce_goesBehindThoseWhoWait() {
    for (DistributedLock waiting : List.of(lock, others)) {
      order.clear();
      turns.clear();
      Actor holder = holderOf(lock);
      queue(waiting, Way.LOCK, 0);
      queue(waiting, Way.HANDLE, 1);

      turns.add(
          holder.starts(
              () -> {
                lock.unlock();
                lock.lock();
                order.add(2);
                lock.unlock();
              }));

      assertOrder(0, 1, 2);
    }
  }

  @Test
  @DisplayName("failure 55: a fair lock is tried without waiting while others wait")
  void untimedTry_asTheLockIsHandedOver_neverOvertakes() {
    DistributedLock third = open(ClientSpec.defaults()).lock(name);
    for (int round = 0; round < 12; round++) {
      DistributedLock waiting = round % 2 == 0 ? lock : others;
      DistributedLock trying = round % 3 == 0 ? third : lock;
      Actor holder = holderOf(lock);
      Actor waiter = actor("waiter");
      CompletableFuture<?> locking = waiter.starts(waiting::lock);
      awaitQueueLength(1);
      AtomicBoolean isEnough = new AtomicBoolean();
      Actor trier = actor("trier");
      CompletableFuture<Integer> tries = trier.begins(() -> tryUntil(trying, isEnough));

      holder.does(lock::unlock);
      Actor.succeeds(locking);
      isEnough.set(true);

      assertThat(Actor.succeeds(tries)).as("successful tries").isZero();
      waiter.does(waiting::unlock);
      awaitFreeAndUnwanted();
      List.of(holder, waiter, trier).forEach(Actor::dismiss);
    }
  }

  private static int tryUntil(DistributedLock view, AtomicBoolean isEnough) {
    int successes = 0;
    while (!isEnough.get()) {
      if (view.tryLock()) {
        successes++;
        view.unlock();
      }
      if (view.tryAcquire().isPresent()) {
        successes++;
      }
    }
    return successes;
  }

  @Test
  void untimedTry_nobodyHolds_acquiresWithoutATicket() {
    assertThat(lock.tryLock()).isTrue();
    assertThat(others.tryLock()).isFalse();
    assertThat(others.tryAcquire()).isEmpty();
    assertThat(others.inspect().queueLength()).isZero();
    lock.unlock();
    others.tryAcquire().orElseThrow().close();
  }

  @Test
  void waiters_thatGiveUp_leaveTheirPlacesAndTheOrderOfTheRest() {
    Actor holder = holderOf(others);
    CompletableFuture<Hold> cancelled = lock.acquireAsync();
    awaitQueueLength(1);
    queue(lock, Way.LOCK, 0);
    Actor interrupted = actor("interrupted");
    CompletableFuture<?> interrupting = interrupted.starts(lock::lockInterruptibly);
    awaitQueueLength(3);
    queue(others, Way.LOCK, 1);
    queue(lock, Way.FUTURE, 2);
    Actor timed = actor("timed");
    CompletableFuture<Boolean> timing =
        timed.begins(() -> lock.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS));
    CompletableFuture<Hold> limited = lock.acquireAsync(AcquireOptions.defaults().waitAtMost(WAIT));
    awaitQueueLength(7);
    queue(lock, Way.HANDLE, 3);

    assertThat(cancelled.cancel(true)).isTrue();
    interrupted.thread().interrupt();
    assertThat(Actor.succeeds(timing)).isFalse();
    assertThat(Actor.failure(interrupting)).isInstanceOf(InterruptedException.class);
    assertThat(Actor.failure(limited)).isInstanceOf(LockTimeoutException.class);
    awaitQueueLength(4);
    holder.does(others::unlock);

    assertOrder(0, 1, 2, 3);
  }

  @Test
  void waiter_thatGivesUpAsTheLockIsHandedToIt_leavesItToTheNext() {
    for (int round = 0; round < 20; round++) {
      Actor holder = holderOf(others);
      CompletableFuture<Hold> leaver = lock.acquireAsync();
      awaitQueueLength(1);
      CompletableFuture<Hold> next = lock.acquireAsync();
      awaitQueueLength(2);

      CompletableFuture<?> unlocking = holder.starts(others::unlock);
      if (!leaver.cancel(true)) {
        Actor.succeeds(leaver).close();
      }

      Actor.succeeds(unlocking);
      assertThat(next).as("round %s", round).succeedsWithin(LIMIT);
      next.join().close();
      holder.dismiss();
      awaitFreeAndUnwanted();
    }
  }

  @Test
  void waiters_ofAClientThatCloses_leaveTheirPlacesToTheRest() {
    Actor holder = holderOf(others);
    LockClient closing = open(ClientSpec.defaults());
    List<CompletableFuture<Hold>> doomed = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      doomed.add(closing.lock(name).acquireAsync());
      awaitQueueLength(2 * i + 1);
      queue(lock, Way.FUTURE, i);
    }

    closing.close();
    awaitQueueLength(4);
    holder.does(others::unlock);

    doomed.forEach(one -> assertThat(one).failsWithin(AT_ONCE));
    assertOrder(0, 1, 2, 3);
  }

  @Test
  void arrivalOf_aHold_isItsPlaceInTheQueueOrItsToken() throws Exception {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock view = client.lock(name);
    Hold first = view.acquire();
    assertThat(client.arrivalOf(first)).isEqualTo(first.token());
    CompletableFuture<Hold> second = view.acquireAsync();
    awaitQueueLength(1);
    CompletableFuture<Hold> third = view.acquireAsync();
    awaitQueueLength(2);
    first.close();
    Hold two = Actor.succeeds(second);
    long arrivalOfTwo = client.arrivalOf(two);
    two.close();
    Hold three = Actor.succeeds(third);
    assertThat(List.of(first.token(), arrivalOfTwo, client.arrivalOf(three), two.token()))
        .isSorted()
        .doesNotHaveDuplicates();
    three.close();
  }

  @Test
  @DisplayName("failure 44: the queue is gone")
  void waiters_theirQueueIsDeleted_keepTheirPlaces() {
    requireServer();
    // They ask again after 5 s, and count as silent after 15.
    ClientSpec asking =
        ClientSpec.defaults()
            .pace(
                new ClientSpec.Pace(
                    Duration.ofSeconds(15), Duration.ofSeconds(2), Duration.ofMinutes(5)));
    DistributedLock here = open(asking).lock(name);
    DistributedLock there = open(asking).lock(name);
    Actor holder = holderOf(others);
    queue(here, Way.LOCK, 0);
    queue(there, Way.HANDLE, 1);
    queue(here, Way.FUTURE, 2);

    deleteQueue();
    awaitQueueLength(3);
    holder.does(others::unlock);

    assertOrder(0, 1, 2);
  }
}
