package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * At most one owner at a time. Evidence: no lost updates of a counter that nothing else protects,
 * tokens that rise in the order of the turns, and the server's own view.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ExclusionContract extends ContractSuite {

  private static final Duration STRESS = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofMinutes(1);
  private static final int CLIENTS = 3;
  private static final int THREADS_OF_A_CLIENT = 4;

  // Protected by the lock under test, and by nothing else.
  private int counter;
  private final List<Long> tokens = new ArrayList<>();

  /** A holder's key, with its expiry; they go on until then. */
  private volatile boolean isSeen;

  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicInteger owners = new AtomicInteger();

  /** The action of an owner in its turn. */
  private void turn(long token) {
    assertThat(owners.incrementAndGet()).as("owners at once").isOne();
    int read = counter;
    tokens.add(token);
    for (int i = 0; i < 50; i++) {
      Thread.onSpinWait();
    }
    counter = read + 1;
    owners.decrementAndGet();
    turns.incrementAndGet();
  }

  private void assertExclusive() {
    assertThat(counter).as("updates that were not lost").isEqualTo(turns.get());
    assertThat(tokens).hasSize(turns.get()).isSorted().doesNotHaveDuplicates();
    awaitFreeAndUnwanted();
  }

  private interface Taker {
    void take(DistributedLock lock, int n) throws Exception;
  }

  /** The key of a holder has an expiry at every moment. */
  private void assertKeysExpire(long endNanos) {
    if (fixture().servers().isEmpty()) {
      isSeen = true; // there is no key to be seen
      return;
    }
    String key = fixture().keys(name).get(0);
    while (!isSeen || System.nanoTime() - endNanos < 0) {
      for (TestServer server : fixture().servers()) {
        long ttl = server.admin().number("PTTL", key); // -2: no key, -1: no expiry
        assertThat(ttl).as("milliseconds until %s expires", key).isNotEqualTo(-1);
        isSeen |= ttl > 0;
      }
    }
  }

  private void stress(Taker taker) throws InterruptedException {
    long end = System.nanoTime() + STRESS.toNanos();
    for (int c = 0; c < CLIENTS; c++) {
      DistributedLock view = open(ClientSpec.defaults()).lock(name);
      threads()
          .start(
              THREADS_OF_A_CLIENT,
              "client-" + c,
              () -> {
                for (int n = 0; n == 0 || !isSeen || System.nanoTime() - end < 0; n++) {
                  taker.take(view, n);
                }
              });
    }
    assertKeysExpire(end);
    threads().joinAll(END);
    assertThat(turns).hasValueGreaterThanOrEqualTo(CLIENTS * THREADS_OF_A_CLIENT);
    assertExclusive();
  }

  @Test
  void lock_manyThreadsOfManyClients_excludes() throws Exception {
    stress((view, n) -> locked(view));
  }

  @Test
  void everyKindOfAcquisition_manyThreadsOfManyClients_excludes() throws Exception {
    stress(
        (view, n) -> {
          switch (n % 8) {
            case 0 -> reentered(view);
            case 1 -> tried(view, view.tryLock());
            case 2 -> tried(view, view.tryLock(100, TimeUnit.MILLISECONDS));
            case 3 -> tried(view, view.tryLock(150, 20_000, TimeUnit.MILLISECONDS));
            case 4 -> handled(view.acquire());
            case 5 -> view.tryAcquire(Duration.ofMillis(200)).ifPresent(this::handled);
            case 6 -> asynchronously(view);
            default -> locked(view);
          }
        });
  }

  private void locked(DistributedLock view) {
    view.lock();
    try {
      turn(view.token());
    } finally {
      view.unlock();
    }
  }

  private void reentered(DistributedLock view) {
    view.lock();
    try {
      assertThat(view.tryLock()).isTrue();
      turn(view.token());
      view.unlock();
    } finally {
      view.unlock();
    }
  }

  private void tried(DistributedLock view, boolean acquired) {
    if (acquired) {
      try {
        turn(view.token());
      } finally {
        view.unlock();
      }
    }
  }

  private void handled(Hold hold) {
    try (hold) {
      turn(hold.token());
    }
  }

  private void asynchronously(DistributedLock view) throws Exception {
    view.withLockAsync(
            hold -> {
              turn(hold.token());
              return CompletableFuture.completedFuture(true);
            })
        .get(END.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void interruptedNeighbours_manyClients_lockExcludesAndNobodyLosesIt() throws Exception {
    Thread[] victims = new Thread[CLIENTS];
    long end = System.nanoTime() + STRESS.toNanos();
    for (int c = 0; c < CLIENTS; c++) {
      DistributedLock view = open(ClientSpec.defaults()).lock(name);
      victims[c] = threads().start("victim-" + c, () -> suffer(view, end));
      var unused = threads().start(2, "steady-" + c, () -> work(view, end));
    }
    Eventually.within(END)
        .isTrue(
            "interrupted long enough",
            () -> {
              List.of(victims).forEach(Thread::interrupt);
              return System.nanoTime() - end >= 0;
            });
    threads().joinAll(END);
    assertExclusive();
  }

  private void suffer(DistributedLock view, long end) {
    while (System.nanoTime() - end < 0) {
      try {
        view.lockInterruptibly();
        try {
          turn(view.token());
        } finally {
          view.unlock();
        }
      } catch (InterruptedException e) {
        assertThat(view.isHeldByCurrentThread()).isFalse();
      }
    }
  }

  private void work(DistributedLock view, long end) {
    while (System.nanoTime() - end < 0) {
      locked(view);
    }
  }

  @Test
  void held_byOneClient_isWhatTheServerSaysAndNobodyElseGets() throws Exception {
    try (Hold hold = lock.acquire()) {
      for (int i = 0; i < CLIENTS; i++) {
        DistributedLock view = open(ClientSpec.defaults()).lock(name);
        assertThat(view.tryLock()).isFalse();
        assertThat(view.tryAcquire()).isEmpty();
        assertThat(view.inspect().holder().orElseThrow().ours()).isFalse();
      }
      assertThat(lock.inspect().holder().orElseThrow().ours()).isTrue();
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void clientsThatWait_getTheLockInTheOrderOfTheServer() {
    Actor holder = holderOf(lock);
    List<Integer> order = new ArrayList<>(); // protected by the lock
    List<CompletableFuture<?>> turnsToCome = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      DistributedLock view = open(ClientSpec.defaults()).lock(name);
      turnsToCome.add(
          actor("waiter-" + i)
              .starts(
                  () -> {
                    view.lock();
                    order.add(number);
                    view.unlock();
                  }));
      awaitQueueLength(i + 1);
    }

    holder.does(lock::unlock);

    turnsToCome.forEach(turn -> assertThat(turn).succeedsWithin(LIMIT));
    if (fixture().keepsOrderOfClients()) {
      assertThat(order).containsExactly(0, 1, 2, 3, 4);
    } else {
      assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }
  }

  @Test
  void oneBusyClient_leavesTurnsToAnother() throws InterruptedException {
    AtomicBoolean isEnough = new AtomicBoolean();
    List<Thread> busy =
        threads()
            .start(
                THREADS_OF_A_CLIENT,
                "busy",
                () -> {
                  while (!isEnough.get()) {
                    locked(lock);
                  }
                });
    Eventually.eventually().isTrue("they are busy", () -> turns.get() > 100);
    CompletableFuture<?> lonely =
        actor("lonely")
            .starts(
                () -> {
                  for (int i = 0; i < 25; i++) { // a slice of 5 ms and some hand-overs each
                    locked(others);
                  }
                });
    try {
      assertThat(lonely).succeedsWithin(END);
    } finally {
      isEnough.set(true);
    }
    for (Thread thread : busy) {
      thread.join(Duration.ofMinutes(1).toMillis());
    }
  }
}
