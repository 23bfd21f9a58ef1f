package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work that leads until it returns. */
class LeaderWorkTest {

  private final LocalLocks locks = LocalLocks.create();
  private final LocalLocks there = locks.client("another process");
  private final DistributedLock lock = locks.get("billing");
  private final DistributedLock other = there.get("billing");
  private final List<Leadership> terms = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> seen = new CompletableFuture<>();

  @AfterEach
  void close() {
    locks.close();
    there.close();
  }

  private Leadership term(int number) {
    return eventually()
        .expect("a leader", () -> terms, all -> all.size() >= number)
        .get(number - 1);
  }

  private void awaitInterrupt() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      seen.complete(null);
    }
  }

  @Test
  void work_returns_resignsAndStandsAgain() {
    CountDownLatch mayReturn = new CountDownLatch(1);
    try (LeaderElection election =
        LeaderElection.lead(
            lock,
            leadership -> {
              terms.add(leadership);
              (terms.size() == 1 ? mayReturn : new CountDownLatch(1)).await();
            })) {
      Leadership first = term(1);
      assertThat(first.isValid()).isTrue();

      mayReturn.countDown();

      assertThat(term(2).token()).isGreaterThan(first.token());
      assertThat(first.isValid()).isFalse();
      assertThat(first.lossCause()).isEmpty();
    }
    eventually().isTrue("a request that was on its way is withdrawn", () -> !lock.isLocked());
  }

  @Test
  void work_leadershipIsLost_isInterruptedAndAnotherMayLead() {
    try (LeaderElection election =
        LeaderElection.lead(
            lock,
            leadership -> {
              terms.add(leadership);
              awaitInterrupt();
            })) {
      term(1);

      other.forceUnlock();

      assertThat(seen).succeedsWithin(60, TimeUnit.SECONDS);
      assertThat(term(2).isValid()).isTrue();
    }
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void work_endsByTheInterrupt_isNoFailure() {
    try (CapturedLog captured = CapturedLog.begin();
        LeaderElection election =
            LeaderElection.lead(
                lock,
                leadership -> {
                  terms.add(leadership);
                  new CountDownLatch(1).await();
                })) {
      term(1);

      other.forceUnlock();

      assertThat(term(2).isValid()).isTrue();
      election.close();
      assertThat(captured.lines("WARN", "'billing'")).isZero();
    }
  }

  @Test
  void work_throwsBecauseOfTheEnd_isNoFailure() {
    try (CapturedLog captured = CapturedLog.begin();
        LeaderElection election =
            LeaderElection.lead(
                lock,
                leadership -> {
                  terms.add(leadership);
                  awaitInterrupt();
                  throw new IllegalStateException("it was interrupted");
                })) {
      term(1);

      other.forceUnlock();

      assertThat(term(2).isValid()).isTrue();
      election.close();
      assertThat(captured.lines("WARN", "'billing'")).isZero();
    }
  }

  @Test
  void work_returnsAtOnce_beginsAtMostEvery100Milliseconds() {
    long start = System.nanoTime();
    try (LeaderElection election = LeaderElection.lead(lock, terms::add)) {
      term(3);

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(190));
      assertThat(election.toString()).contains("billing");
    }
    eventually().isTrue("a request that was on its way is withdrawn", () -> !lock.isLocked());
  }

  @Test
  void work_electionIsClosed_isInterruptedAndCloseWaitsForItsEnd() {
    CompletableFuture<Boolean> lockedAtTheEnd = new CompletableFuture<>();
    LeaderElection election =
        LeaderElection.lead(
            lock,
            leadership -> {
              terms.add(leadership);
              awaitInterrupt();
              lockedAtTheEnd.complete(lock.isLocked());
            });
    term(1);

    election.close();

    assertThat(lockedAtTheEnd).isCompletedWithValue(true);
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void work_closesItsElection_isNotInterruptedAndIsDoneOnce() {
    CompletableFuture<LeaderElection> election = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    election.complete(
        LeaderElection.lead(
            lock,
            leadership -> {
              terms.add(leadership);
              election.join().close();
              interrupted.complete(Thread.currentThread().isInterrupted());
            }));

    assertThat(interrupted).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(false);
    election.join().close();
    assertThat(terms).hasSize(1);
    assertThat(lock.isLocked()).isFalse();
  }

  /** The interrupt hits the work or nobody: the next leader's thread is clean. */
  @Test
  void work_ignoresTheInterrupt_leavesNoFlagToTheNext() {
    List<Boolean> flags = new CopyOnWriteArrayList<>();
    try (LeaderElection election =
        LeaderElection.lead(
            lock,
            leadership -> {
              flags.add(Thread.currentThread().isInterrupted());
              terms.add(leadership);
              while (leadership.isValid() || !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(1_000_000);
              }
            })) {
      term(1);
      other.forceUnlock();
      term(2);
      other.forceUnlock();
      term(3);
    }
    assertThat(flags).containsOnly(false);
  }

  @Test
  void work_throws_resignsAndStandsAgain() {
    try (LeaderElection election =
        LeaderElection.lead(
            lock,
            leadership -> {
              terms.add(leadership);
              throw new IllegalStateException("the work failed");
            })) {
      Leadership first = term(1);

      assertThat(term(2).token()).isGreaterThan(first.token());
      assertThat(first.isValid()).isFalse();
    }
    eventually().isTrue("a request that was on its way is withdrawn", () -> !lock.isLocked());
  }
}
