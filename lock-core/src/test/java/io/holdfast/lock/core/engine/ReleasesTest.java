package io.holdfast.lock.core.engine;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ReleasesTest {

  private static final LockKeys KEYS = new LockKeys("a", "lock:a", "lockq:a");

  private final Releases releases =
      new Releases(
          MonotonicClock.SYSTEM,
          new Watchdog("not started", MonotonicClock.SYSTEM, List.of(), () -> {}));

  /** Answers at once, on another thread. */
  private static final class Hasty implements Verbs {

    private final CompletableFuture<Void> answered = new CompletableFuture<>();

    @Override
    public void release(LockKeys keys, Departure departure, Consumer<Outcome<Released>> then) {
      new Thread(
              () -> {
                then.accept(new Outcome.Answered<>(new Released(true, Optional.empty())));
                answered.complete(null);
              })
          .start();
    }

    @Override
    public void ask(Question question, Consumer<Outcome<AskReply>> then) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void releaseAndAsk(Departure old, Question next, Consumer<Outcome<Released>> then) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void release_answeredBeforeTheSenderHasLetGo_isDoneAfterwardsByTheThreadOfTheAnswer() {
    Monitor sender = new Monitor();
    Hasty verbs = new Hasty();
    CompletableFuture<Thread> toldBy = new CompletableFuture<>();
    sender.enter();
    try {
      CompletableFuture<Boolean> released =
          releases.release(
              verbs, KEYS, new Verbs.Departure("id", false, false), 30_000_000_000L, sender);
      stays(Duration.ofMillis(100), "told of no answer", () -> !verbs.answered.isDone());
      released.thenAccept(wasHeld -> toldBy.complete(Thread.currentThread()));
    } finally {
      sender.leave();
    }
    assertThat(toldBy).succeedsWithin(Duration.ofMinutes(1)).isNotEqualTo(Thread.currentThread());
  }
}
