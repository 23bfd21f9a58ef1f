package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Errors where nobody expects them: an election goes on, and keeps no lock. */
class BrokenStepTest {

  private final LocalLocks locks = LocalLocks.create();
  private final DistributedLock lock = locks.get("billing");
  private final Heard heard = new Heard();

  @AfterEach
  void close() {
    locks.close();
  }

  private static Object broken() {
    throw new NoClassDefFoundError("a class");
  }

  /** The lock, but for the first request. */
  private DistributedLock first(Supplier<CompletableFuture<Hold>> request) {
    AtomicInteger requests = new AtomicInteger();
    return Replaced.in(
        DistributedLock.class,
        lock,
        "acquireAsync",
        () -> requests.getAndIncrement() == 0 ? request.get() : lock.acquireAsync());
  }

  @Test
  void request_throwsAnError_isMadeAgain() {
    DistributedLock first =
        first(
            () -> {
              throw new NoClassDefFoundError("a class");
            });
    try (LeaderElection election = LeaderElection.start(first, heard)) {
      assertThat(heard.term(1).isValid()).isTrue();
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void hold_takesNoCallback_isReleasedAndAnotherFollows() throws Exception {
    Hold real = lock.acquire();
    Hold deaf = Replaced.in(Hold.class, real, "onLost", BrokenStepTest::broken);
    DistributedLock first = first(() -> CompletableFuture.completedFuture(deaf));
    try (LeaderElection election = LeaderElection.start(first, heard)) {
      assertThat(heard.term(1).token()).isGreaterThan(real.token());
      assertThat(real.isValid()).isFalse();
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void hold_throwsAnErrorWhenItIsClosed_doesNotStopTheElection() throws Exception {
    Hold real = lock.acquire();
    Hold throwing =
        Replaced.in(
            Hold.class,
            real,
            "close",
            () -> {
              real.close();
              return broken();
            });
    DistributedLock first = first(() -> CompletableFuture.completedFuture(throwing));
    try (LeaderElection election = LeaderElection.start(first, heard)) {
      heard.term(1).resign();

      assertThat(heard.term(2).isValid()).isTrue();
      assertThat(election.leadership()).isPresent();
    }
  }

  /** Its text is asked for by the logger. */
  private static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("it has no text");
    }
  }

  @Test
  void exception_cannotBeLogged_doesNotStopTheElection() {
    Heard broken =
        new Heard() {
          @Override
          public void granted(Leadership leadership) throws Exception {
            super.granted(leadership);
            if (terms() == 1) {
              throw new Unspeakable();
            }
            leadership.onRevoked(
                () -> {
                  throw new Unspeakable();
                });
          }

          @Override
          public void revoked(Leadership leadership) {
            super.revoked(leadership);
            throw new Unspeakable();
          }
        };
    try (CapturedLog captured = CapturedLog.begin();
        LeaderElection election = LeaderElection.start(lock, broken)) {
      broken.term(2).resign();

      Leadership third = broken.term(3);
      assertThat(captured.lines("WARN", "'billing'", "Unspeakable")).isEqualTo(4);
      eventually()
          .isTrue("it leads", () -> election.leadership().filter(third::equals).isPresent());
    }
  }
}
