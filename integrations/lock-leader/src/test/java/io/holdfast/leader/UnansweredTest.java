package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
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

  private final LocalLocks locks = LocalLocks.create();
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void close() {
    locks.close();
  }

  /** The lock, but for {@code acquireAsync()}, which fails as many times. */
  private DistributedLock failing(int times, Supplier<CompletableFuture<Hold>> failure) {
    DistributedLock lock = locks.get("billing");
    return (DistributedLock)
        Proxy.newProxyInstance(
            DistributedLock.class.getClassLoader(),
            new Class<?>[] {DistributedLock.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("acquireAsync") && asked.incrementAndGet() <= times) {
                return failure.get();
              }
              try {
                return method.invoke(lock, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
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
            () -> asked.get() == 1 && own.get().getState() == Thread.State.TIMED_WAITING);

    assertThat(candidate.close()).succeedsWithin(60, TimeUnit.SECONDS);

    assertThat(asked).hasValue(1);
  }

  @Test
  void lock_withALimitOfTheWait_isAskedForAgainInSilence() {
    Heard heard = new Heard();
    DistributedLock limited =
        failing(
            2, () -> CompletableFuture.failedFuture(new LockTimeoutException("another has it")));
    try (CapturedLog captured = CapturedLog.begin();
        LeaderElection election = LeaderElection.start(limited, heard)) {
      assertThat(heard.term(1).isValid()).isTrue();

      assertThat(asked).hasValue(3);
      assertThat(captured.lines("WARN", "'billing'")).isZero();
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void pauses_grow_toABoundAndBeginAnew() {
    Pauses pauses = new Pauses(Pauses.FIRST);
    assertThat(pauses.isFirst()).isTrue();
    assertThat(pauses.next()).isEqualTo(Duration.ofMillis(100));
    assertThat(pauses.next()).isEqualTo(Duration.ofMillis(200));
    assertThat(pauses.isFirst()).isFalse();
    for (int i = 0; i < 10; i++) {
      pauses.next();
    }
    assertThat(pauses.next()).isEqualTo(Duration.ofSeconds(10));

    pauses.restart();

    assertThat(pauses.next()).isEqualTo(Duration.ofMillis(100));
  }
}
