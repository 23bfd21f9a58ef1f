package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that cannot be asked, or a lock that others have for longer than the wait. */
class UnansweredTest {

  private static final LockServerException AWAY =
      new LockServerException("the server is away", null);

  /** The thread ends when it was idle for a second. */
  private static final Set<Thread.State> IDLE =
      Set.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED);

  private final LocalLocks locks = LocalLocks.create();
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void close() {
    locks.close();
  }

  /** The lock, but for {@code acquireAsync()}, which fails as many times. */
  private DistributedLock failing(int times, Supplier<CompletableFuture<Hold>> failure) {
    DistributedLock lock = locks.get("billing");
    return Replaced.in(
        DistributedLock.class,
        lock,
        "acquireAsync",
        () -> asked.incrementAndGet() <= times ? failure.get() : lock.acquireAsync());
  }

  @Test
  void server_cannotBeAsked_isAskedAgainAndTheLogTellsOnce() {
    Heard heard = new Heard();
    try (CapturedLog captured = CapturedLog.begin();
        LeaderElection election =
            LeaderElection.start(failing(3, () -> CompletableFuture.failedFuture(AWAY)), heard)) {
      assertThat(heard.term(1).isValid()).isTrue();

      assertThat(asked).hasValue(4);
      assertThat(captured.lines("WARN", "'billing'")).isEqualTo(1);
      assertThat(captured.lines("INFO", "'billing'", "asked for again")).isEqualTo(1);
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void server_asksThrow_isAskedAgain() {
    Heard heard = new Heard();
    try (LeaderElection election =
        LeaderElection.start(
            failing(
                1,
                () -> {
                  throw AWAY;
                }),
            heard)) {
      assertThat(heard.term(1).isValid()).isTrue();
      assertThat(election.leadership()).isPresent();
    }
  }

  /** The request is under way when the election is closed; it must be withdrawn all the same. */
  @Test
  void close_whileTheRequestIsSent_withdrawsIt() throws Exception {
    CompletableFuture<LeaderElection> election = new CompletableFuture<>();
    CompletableFuture<Hold> sent = new CompletableFuture<>();
    DistributedLock sending =
        failing(
            1,
            () -> {
              election.join().close();
              return sent;
            });
    election.complete(LeaderElection.start(sending, new Heard()));

    eventually().isTrue("it is withdrawn", sent::isCancelled);
    election.join().close();
  }

  @Test
  void close_asTheLockIsGranted_tellsNothingAndReleases() throws Exception {
    CompletableFuture<LeaderElection> election = new CompletableFuture<>();
    Hold granted = locks.get("billing").acquire();
    Heard heard = new Heard();
    DistributedLock granting =
        failing(
            1,
            () -> {
              election.join().close();
              return CompletableFuture.completedFuture(granted);
            });
    election.complete(LeaderElection.start(granting, heard));

    eventually().isTrue("it is released", () -> !granted.isValid());
    election.join().close();

    assertThat(heard.calls()).isEmpty();
    assertThat(locks.get("billing").isLocked()).isFalse();
  }

  @Test
  void close_duringThePause_doesNotWaitForItsEnd() {
    DistributedLock never = failing(Integer.MAX_VALUE, () -> CompletableFuture.failedFuture(AWAY));
    AtomicReference<Thread> own = new AtomicReference<>();
    ElectionThread thread =
        new ElectionThread(
            task -> {
              own.set(new Thread(task, "holdfast-leader-pausing"));
              return own.get();
            });
    Candidate candidate = new Candidate(never, new Heard(), false, thread, Duration.ofMinutes(10));
    candidate.begin();
    eventually()
        .isTrue(
            "it pauses, and its thread has nothing to do",
            () -> asked.get() == 1 && IDLE.contains(own.get().getState()));

    assertThat(candidate.close()).succeedsWithin(60, TimeUnit.SECONDS);

    assertThat(asked).hasValue(1);
  }

  @Test
  void lock_withALimitOfTheWait_isAskedForAgainInSilence() {
    Heard heard = new Heard();
    DistributedLock limited =
        failing(
            2, () -> CompletableFuture.failedFuture(new LockTimeoutException("another has it")));
    long start = System.nanoTime();
    try (CapturedLog captured = CapturedLog.begin();
        LeaderElection election = LeaderElection.start(limited, heard)) {
      assertThat(heard.term(1).isValid()).isTrue();

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("three requests, 100 ms apart but for a millisecond")
          .isGreaterThan(Duration.ofMillis(190));
      assertThat(asked).hasValue(3);
      assertThat(captured.lines("WARN", "'billing'")).isZero();
      assertThat(captured.lines("INFO", "'billing'")).isZero();
      assertThat(election.leadership()).isPresent();
    }
  }

  /** A time-out is an answer, so the next failure is a new one. */
  @Test
  void server_isAwayAgainAfterATimeOut_isWarnedOfAgain() {
    Heard heard = new Heard();
    DistributedLock flaky =
        failing(
            4,
            () ->
                CompletableFuture.failedFuture(
                    asked.get() == 3 ? new LockTimeoutException("another has it") : AWAY));
    try (CapturedLog captured = CapturedLog.begin();
        LeaderElection election = LeaderElection.start(flaky, heard)) {
      assertThat(heard.term(1).isValid()).isTrue();

      assertThat(captured.lines("WARN", "'billing'")).isEqualTo(2);
      assertThat(captured.lines("INFO", "'billing'", "asked for again")).isEqualTo(2);
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void pauses_grow_toABoundAndBeginAnew() {
    Pauses pauses = new Pauses(Pauses.FIRST);
    assertThat(pauses.next()).isEqualTo(Duration.ofMillis(100));
    assertThat(pauses.next()).isEqualTo(Duration.ofMillis(200));
    for (int i = 0; i < 10; i++) {
      pauses.next();
    }
    assertThat(pauses.next()).isEqualTo(Duration.ofSeconds(10));
    assertThat(pauses.nextAfter(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(10));
    assertThat(pauses.nextAfter(Duration.ofSeconds(11))).isEqualTo(Duration.ofMillis(100));
    assertThat(pauses.next()).isEqualTo(Duration.ofMillis(200));

    pauses.restart();

    assertThat(pauses.next()).isEqualTo(Duration.ofMillis(100));
  }
}
