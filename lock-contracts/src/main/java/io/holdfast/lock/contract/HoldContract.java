package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Handles: holds that any thread may use; and the hold that a thread can look at. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class HoldContract extends ContractSuite {

  private static final Duration WAIT = Duration.ofSeconds(1);

  @Test
  void acquire_free_isValidUntilClosed() throws Exception {
    Hold hold = lock.acquire();
    assertThat(hold.lockName()).isEqualTo(name);
    assertThat(hold.isValid()).isTrue();
    assertThat(hold.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofHours(24));
    assertThat(others.isLocked()).isTrue();
    long token = hold.token();

    hold.close();

    assertThat(hold.isValid()).isFalse();
    assertThat(hold.remaining()).isZero();
    assertThat(hold.token()).isEqualTo(token);
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  @DisplayName("failure 64: released by another thread")
  void close_byAnotherThread_releases() throws Exception {
    Hold hold = lock.acquire();
    actor("bob").does(hold::close);
    assertThat(hold.isValid()).isFalse();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void close_again_doesNothing() throws Exception {
    Hold hold = lock.acquire();
    hold.close();
    Hold next = lock.acquire();

    assertThatCode(hold::close).doesNotThrowAnyException();

    assertThat(next.isValid()).isTrue();
    assertThat(others.isLocked()).isTrue();
    next.close();
  }

  @Test
  void close_flagSet_releasesAndKeepsTheFlag() {
    Actor bob = actor("bob");
    Hold hold = bob.says(() -> lock.acquire());
    bob.thread().interrupt();

    bob.does(hold::close);

    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void releaseAsync_free_completesWhenTheServerHasIt() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Void> releasing = hold.releaseAsync();
    assertThat(hold.isValid()).isFalse();
    assertThat(releasing).succeedsWithin(LIMIT);
    assertThat(others.isLocked()).isFalse();
    assertThat(hold.releaseAsync()).succeedsWithin(LIMIT);
  }

  @Test
  void handle_forItsThread_isNotTheThreadsHold() throws Exception {
    try (Hold hold = lock.acquire()) {
      assertThat(lock.isHeldByCurrentThread()).isFalse();
      assertThat(lock.getHoldCount()).isZero();
      assertThat(lock.currentHold()).isEmpty();
      assertThatThrownBy(lock::token)
          .isInstanceOf(IllegalMonitorStateException.class)
          .isNotInstanceOf(LeaseLostException.class);
      assertThatThrownBy(lock::unlock)
          .isInstanceOf(IllegalMonitorStateException.class)
          .isNotInstanceOf(LeaseLostException.class);
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void handle_sameThreadAgain_isNotReentrant() throws Exception {
    try (Hold hold = lock.acquire()) {
      assertThat(lock.tryAcquire()).isEmpty();
      assertThat(lock.tryLock()).isFalse();
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void lock_underOwnHandle_waitsLikeAnybody() {
    Actor bob = actor("bob");
    Hold hold = bob.says(() -> lock.acquire());
    CompletableFuture<?> locking = bob.starts(lock::lock);
    bob.awaitParked(locking);

    hold.close();

    assertThat(locking).succeedsWithin(LIMIT);
    bob.does(lock::unlock);
  }

  @Test
  void acquire_heldByThisThread_waitsLikeAnybody() throws Exception {
    lock.lock();
    assertThat(lock.tryAcquire()).isEmpty();
    assertThat(lock.tryAcquire(WAIT)).isEmpty();
    assertThat(lock.getHoldCount()).isOne();
    lock.unlock();
  }

  @Test
  void acquire_heldByAnother_waits() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<Hold> acquiring = bob.begins(() -> lock.acquire());
    awaitQueueLength(1);

    alice.does(others::unlock);

    Hold hold = Actor.succeeds(acquiring);
    assertThat(hold.isValid()).isTrue();
    hold.close();
  }

  @Test
  void tryAcquire_free_isThere() throws Exception {
    lock.tryAcquire().orElseThrow().close();
    lock.tryAcquire(Duration.ZERO).orElseThrow().close();
    lock.tryAcquire(WAIT).orElseThrow().close();
    lock.tryAcquire(AcquireOptions.defaults().withoutWaiting()).orElseThrow().close();
    awaitFreeAndUnwanted();
  }

  @Test
  void tryAcquire_heldByAnother_isEmptyAndLeavesNothing() throws Exception {
    Actor alice = holderOf(others);

    assertThat(lock.tryAcquire()).isEmpty();
    assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();
    assertThat(lock.tryAcquire(Duration.ofDays(-1))).isEmpty();
    assertThat(lock.tryAcquire(AcquireOptions.defaults().withoutWaiting())).isEmpty();
    assertThat(others.inspect().queueLength()).isZero();
    long start = System.nanoTime();
    assertThat(lock.tryAcquire(WAIT)).isEmpty();
    assertThat(lock.tryAcquire(AcquireOptions.defaults().waitAtMost(WAIT))).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(WAIT.multipliedBy(2));

    awaitQueueLength(0);
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void tryAcquire_releasedMeanwhile_isThere() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<Optional<Hold>> acquiring =
        bob.begins(() -> lock.tryAcquire(Duration.ofMinutes(1)));
    awaitQueueLength(1);

    alice.does(others::unlock);

    Actor.succeeds(acquiring).orElseThrow().close();
  }

  @Test
  void acquire_timedOut_tellsNameTimeHolderAndQueue() throws Exception {
    lock.acquire().close(); // the server knows the scripts: none is sent twice and late
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(open(ClientSpec.defaults()).lock(name)::lock);
    awaitQueueLength(1);

    // If the server's answer is late the call does not wait for it, and says so.
    eventually()
        .passes(
            "says who holds the lock",
            () ->
                assertThatThrownBy(() -> lock.acquire(AcquireOptions.defaults().waitAtMost(WAIT)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("1000 ms")
                    .hasMessageContaining("holder other")
                    .hasMessageContaining("1 waiting"));

    alice.does(others::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
  }

  @Test
  void acquire_withoutWaiting_timesOutAtOnce() {
    Actor alice = holderOf(others);
    assertThatThrownBy(() -> lock.acquire(AcquireOptions.defaults().withoutWaiting()))
        .isInstanceOf(LockTimeoutException.class)
        .hasMessageContaining(name);
    awaitQueueLength(0);
    alice.does(others::unlock);
  }

  @Test
  void acquire_optionsOfTheView_areUsedWhereNoneAreNamed() {
    Actor alice = holderOf(others);
    AcquireOptions options = AcquireOptions.defaults().waitAtMost(WAIT);
    var view = open(ClientSpec.defaults()).lock(name, options);

    assertThatThrownBy(view::acquire).isInstanceOf(LockTimeoutException.class);

    alice.does(others::unlock);
  }

  @Test
  void currentHold_notHeld_isEmpty() {
    assertThat(lock.currentHold()).isEmpty();
    lock.lock();
    assertThat(actor("bob").says(lock::currentHold)).isEmpty();
    lock.unlock();
    assertThat(lock.currentHold()).isEmpty();
  }

  @Test
  void currentHold_held_showsTheThreadsHoldUntilUnlock() {
    lock.lock();
    Hold hold = lock.currentHold().orElseThrow();
    assertThat(hold.lockName()).isEqualTo(name);
    assertThat(hold.token()).isEqualTo(lock.token());
    assertThat(hold.isValid()).isTrue();
    lock.lock();
    lock.unlock();
    assertThat(hold.isValid()).isTrue();

    lock.unlock();

    assertThat(hold.isValid()).isFalse();
    assertThat(hold.remaining()).isZero();
  }

  @Test
  void currentHold_closed_isRefused() {
    lock.lock();
    Hold hold = lock.currentHold().orElseThrow();

    assertThatThrownBy(hold::close)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class)
        .hasMessageContaining("unlock");
    assertThatThrownBy(
            () -> {
              var unused = hold.releaseAsync();
            })
        .isInstanceOf(IllegalMonitorStateException.class);

    assertThat(hold.isValid()).isTrue();
    assertThat(lock.getHoldCount()).isOne();
    lock.unlock();
  }
}
