package io.holdfast.lock.testkit.local;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.MultiHold;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What local locks have besides the contracts: a space, its clients, and its end. */
class LocalLocksTest {

  private static final Duration LONG = Duration.ofHours(1);
  private static final int LIMIT_SECONDS = 60;

  /** Goes on by itself, and further when the test says so. */
  private static final class Clock implements LocalClock {

    private final AtomicLong aheadNanos = new AtomicLong();
    private final Map<Thread, CountDownLatch> asleep = new ConcurrentHashMap<>();

    @Override
    public long nanoTime() {
      return System.nanoTime() + aheadNanos.get();
    }

    /** Whoever waits there for a lock sees nothing of what becomes of it until then. */
    void keepsAsleep(Thread thread, CountDownLatch until) {
      asleep.put(thread, until);
    }

    @Override
    public void parkUntil(Object blocker, long untilNanos) {
      CountDownLatch until = asleep.get(Thread.currentThread());
      if (until == null) {
        LocalClock.super.parkUntil(blocker, untilNanos);
        return;
      }
      try {
        until.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void passes(Duration time) {
      aheadNanos.addAndGet(time.toNanos());
    }
  }

  private final Clock clock = new Clock();
  private final LocalLocks locks =
      LocalLocks.create(clock, LocalClient.Settings.of("local", List.of()));
  private final LocalLocks other = locks.client("other");
  private final DistributedLock lock = locks.get("order:42");

  @AfterEach
  void close() {
    locks.close();
    other.close();
  }

  @Test
  void client_another_excludesTheFirst() throws Exception {
    try (Hold hold = other.get("order:42").acquire()) {
      assertThat(lock.tryLock()).isFalse();
      assertThat(lock.inspect().holder().orElseThrow().clientLabel()).isEqualTo("other");
      assertThat(hold.isValid()).isTrue();
    }
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
  }

  @Test
  void client_anotherOfTheSameThread_isNotReentrant() {
    lock.lock();
    assertThat(other.get("order:42").isHeldByCurrentThread()).isFalse();
    assertThat(other.get("order:42").tryLock()).isFalse();
    assertThat(locks.get("order:42").tryLock()).isTrue();
    assertThat(lock.getHoldCount()).isEqualTo(2);
  }

  /** A sleeper that a loss wakes queues behind those who wait for the lock, as a signalled one. */
  @Test
  @SuppressWarnings("WaitNotInLoop") // it is woken for nothing: that is the case
  void forceUnlock_oneSleepsAndOneWaits_servesTheOneThatWaits() throws Exception {
    BlockingQueue<String> order = new LinkedBlockingQueue<>();
    CountDownLatch isHeld = new CountDownLatch(1);
    Thread sleeper =
        new Thread(
            () -> {
              Condition condition = lock.newCondition();
              lock.lock();
              isHeld.countDown();
              condition.awaitUninterruptibly();
              order.add("sleeper");
              lock.unlock();
            });
    sleeper.start();
    isHeld.await();
    Hold hold = lock.acquire(); // it sleeps by now
    CompletableFuture<Void> waiter =
        lock.acquireAsync()
            .thenAccept(
                taken -> {
                  order.add("waiter");
                  taken.close();
                });
    eventually().expect("queue", lock::inspect, state -> state.queueLength() == 1);

    other.get("order:42").forceUnlock();

    assertThat(waiter).succeedsWithin(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    sleeper.join();
    assertThat(order).containsExactly("waiter", "sleeper");
  }

  /** Its loss is nobody's: neither an interrupt nor an event. */
  @Test
  void forceUnlock_beforeTheWaiterKnowsOfItsHold_isNotTold() throws Exception {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    LockListener listener =
        new LockListener() {
          @Override
          public void acquired(LockEvent event, Duration waited) {
            told.add("acquired");
          }

          @Override
          public void released(LockEvent event, Duration held) {
            told.add("released");
          }

          @Override
          public void lost(LockEvent event, LossCause cause, Duration held) {
            told.add("lost");
          }
        };
    try (LocalLocks heard = locks.client("heard", listener)) {
      DistributedLock theirs = heard.get("order:42");
      lock.lock();
      BlockingQueue<Boolean> flags = new LinkedBlockingQueue<>();
      Thread waiter =
          new Thread(
              () -> {
                try (Hold hold = theirs.acquire(AcquireOptions.defaults().interruptOnLoss())) {
                  flags.add(Thread.currentThread().isInterrupted());
                } catch (InterruptedException e) {
                  flags.add(true);
                }
              });
      CountDownLatch areForced = new CountDownLatch(1);
      clock.keepsAsleep(waiter, areForced);
      waiter.start();
      eventually().expect("queue", lock::inspect, state -> state.queueLength() == 1);

      other.get("order:42").forceUnlock(); // grants it to the waiter
      other.get("order:42").forceUnlock(); // and takes it away again
      areForced.countDown();

      assertThat(flags.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isFalse();
      for (String event : List.of("acquired", "released")) { // told in order, by another thread
        assertThat(told.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(event);
      }
      assertThat(told).isEmpty();
    }
  }

  @Test
  void create_again_isAnotherSpace() throws Exception {
    try (LocalLocks elsewhere = LocalLocks.create();
        Hold hold = lock.acquire();
        Hold theirs = elsewhere.get("order:42").tryAcquire().orElseThrow()) {
      assertThat(hold.isValid()).isTrue();
      assertThat(theirs.isValid()).isTrue();
    }
  }

  @Test
  void client_withAListener_isHeard() throws Exception {
    BlockingQueue<LockEvent> events = new LinkedBlockingQueue<>();
    LockListener listener =
        new LockListener() {
          @Override
          public void acquired(LockEvent event, Duration waited) {
            events.add(event);
          }
        };
    try (LocalLocks heard = locks.client("heard", listener)) {
      heard.get("order:42").acquire().close();
      LockEvent event = events.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
      assertThat(event).isNotNull();
      assertThat(event.clientLabel()).isEqualTo("heard");
    }
  }

  @Test
  void all_severalNames_areHadTogether() throws Exception {
    try (MultiHold both = locks.all(List.of("a", "b")).acquire()) {
      assertThat(both.tokens()).hasSize(2);
      assertThat(other.get("a").isLocked()).isTrue();
      assertThat(other.get("b").isLocked()).isTrue();
    }
    assertThat(locks.namesInUse()).isZero();
  }

  // ---- reset

  @Test
  void reset_held_freesTheLocksOfAllClientsAndTellsTheLoss() throws Exception {
    Hold hold = lock.acquire();
    Hold theirs = other.get("order:43").acquire();

    locks.reset();

    assertThat(lock.isLocked()).isFalse();
    assertThat(theirs.isValid()).isFalse();
    assertThatThrownBy(hold::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED));
    assertThat(locks.namesInUse()).isZero();
  }

  @Test
  void reset_keptAfterRelease_isFree() throws Exception {
    lock.acquire().releaseAfter(LONG);
    assertThat(lock.tryLock()).isFalse();
    locks.reset();
    assertThat(lock.tryLock()).isTrue();
  }

  @Test
  void reset_somebodyWaits_servesIt() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Hold> waiting = other.get("order:42").acquireAsync();
    locks.reset();
    Hold next = waiting.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(next.token()).isGreaterThan(hold.token());
  }

  // ---- forgetting

  @Test
  void names_releasedOrWithdrawn_areForgottenAndTokensRise() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Hold> waiting = other.get("order:42").acquireAsync();
    assertThat(locks.namesInUse()).isOne();
    waiting.cancel(true);
    hold.close();
    assertThat(lock.isLocked()).isFalse();

    assertThat(locks.namesInUse()).isZero();
    assertThat(lock.acquire().token()).isGreaterThan(hold.token());
  }

  @Test
  void name_keptUntilItsTimeIsOver_isForgottenThen() throws Exception {
    lock.acquire().releaseAfter(LONG);
    clock.passes(LONG.minusMinutes(1));
    assertThat(lock.isLocked()).isTrue();
    assertThat(locks.namesInUse()).isOne();

    clock.passes(Duration.ofMinutes(2));

    assertThat(lock.isLocked()).isFalse();
    assertThat(locks.namesInUse()).isZero();
  }

  // ---- time

  @Test
  void renewedLease_theJvmStandsStill_goesOn() throws Exception {
    try (Hold hold = lock.acquire()) {
      clock.passes(Duration.ofDays(7));
      assertThat(hold.isValid()).isTrue();
      assertThat(other.get("order:42").tryLock()).isFalse();
    }
  }

  @Test
  void acquire_confirmedByReplicas_isHadAtOnce() throws Exception {
    AcquireOptions confirmed = AcquireOptions.defaults().confirmedBy(2, Duration.ofSeconds(1));
    try (Hold hold = lock.acquire(confirmed)) {
      assertThat(hold.isValid()).isTrue();
    }
  }

  // ---- the end

  @Test
  void close_oneOfTwoClients_leavesTheOther() throws Exception {
    Hold lost = other.get("order:42").acquire();
    Hold kept = locks.get("order:43").acquire();

    other.close();

    assertThat(lost.isValid()).isFalse();
    assertThat(kept.isValid()).isTrue();
    assertThat(lock.isLocked()).isFalse();
    assertThatThrownBy(() -> other.get("order:42").lock())
        .isInstanceOf(ClientClosedException.class)
        .hasMessageContaining("other");
  }

  @Test
  void close_used_leavesNoThread() throws Exception {
    Set<Thread> others = timers(); // of other spaces in this JVM, whoever left them
    assertThat(lock.acquireAsync().get(LIMIT_SECONDS, TimeUnit.SECONDS).isValid()).isTrue();
    assertThat(others.containsAll(timers())).isFalse();
    locks.close();
    eventually()
        .isTrue("no thread is left", () -> others.containsAll(timers()) && callbacks().isEmpty());
  }

  private static Set<Thread> timers() {
    return threads("holdfast-local-timer");
  }

  /** One pool has them for all spaces. */
  private static Set<Thread> callbacks() {
    return threads("holdfast-local-callback");
  }

  private static Set<Thread> threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .collect(Collectors.toSet());
  }
}
