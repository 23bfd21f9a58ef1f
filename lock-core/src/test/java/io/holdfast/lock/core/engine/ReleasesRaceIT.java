package io.holdfast.lock.core.engine;

import static io.holdfast.lock.core.race.Races.assertRaceOf;
import static io.holdfast.lock.core.race.Races.noRace;
import static io.holdfast.lock.core.race.Races.noRaceOf;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.core.race.Visitors;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every order in which answers, repeats and the end of a client can come at its releases. */
@Tag("long")
class ReleasesRaceIT {

  /** Keeps what was sent until it is answered. */
  private static final class Sent implements Verbs {

    private final Queue<Consumer<Outcome<Released>>> unanswered = new ConcurrentLinkedQueue<>();

    @Override
    public void release(
        LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
      unanswered.add(then);
    }

    boolean answer(Outcome<Released> outcome) {
      Consumer<Outcome<Released>> then = unanswered.poll();
      if (then != null) {
        then.accept(outcome);
      }
      return then != null;
    }

    @Override
    public void ask(AskRequest request, Consumer<Outcome<AskReply>> then) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void releaseAndAsk(
        ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
      throw new UnsupportedOperationException();
    }
  }

  /** Without a trace, as it is logged. */
  private static final class NotAnswered extends RedisException {

    private static final long serialVersionUID = 1;

    NotAnswered() {
      super("not answered");
      setStackTrace(new StackTraceElement[0]);
    }
  }

  /** What may happen to releases. */
  public static class Happenings {

    private static final ServerFailure UNANSWERED =
        new ServerFailure(ServerFailure.Kind.UNKNOWN, new NotAnswered());

    private final VirtualClock clock = new VirtualClock();
    private final Watchdog watchdog =
        new Watchdog("not started", () -> Long.MIN_VALUE / 2, List.of(), () -> {});
    private final Set<Watched> watched = Visitors.of(watchdog);
    private final Releases releases = new Releases(clock, watchdog);
    private final Monitor sender = new Monitor();
    private final Sent sent = new Sent();
    private final Queue<CompletableFuture<Boolean>> begun = new ConcurrentLinkedQueue<>();

    @Operation
    public void release() {
      begun.add(
          releases.release(
              new Releases.End(
                  sent,
                  ModelClient.KEYS,
                  new Verbs.ReleaseRequest("id", true, Verbs.Debt.NONE),
                  30_000_000_000L,
                  sender)));
    }

    @Operation
    public void answer() {
      sent.answer(new Outcome.Answered<>(new Verbs.Released(true, Optional.empty())));
    }

    @Operation
    public void doNotAnswer() {
      sent.answer(new Outcome.Failed<>(UNANSWERED));
    }

    @Operation(nonParallelGroup = "watchdog")
    public void look() {
      clock.advance(Duration.ofSeconds(2));
      long now = clock.nanoTime();
      watched.forEach(
          one -> {
            if (one.dueNanos() - now <= 0) {
              one.onDue(now);
            }
          });
    }

    @Operation
    public void abandon() {
      releases.abandon();
    }

    @Validate
    public void validate() {
      CompletableFuture<Void> closed = releases.close();
      if (closed.isDone() && !begun.stream().allMatch(CompletableFuture::isDone)) {
        throw new IllegalStateException("settled too early");
      }
      releases.abandon();
      while (sent.answer(new Outcome.Failed<>(UNANSWERED))) {
        Thread.onSpinWait();
      }
      if (!closed.isDone() || !begun.stream().allMatch(CompletableFuture::isDone)) {
        throw new IllegalStateException("not settled");
      }
      if (!watched.isEmpty()) {
        throw new IllegalStateException("still watched");
      }
    }
  }

  /** A release that was not answered and is sent again. */
  public static class SentAgain extends Happenings {
    public SentAgain() {
      release();
      doNotAnswer();
      look();
    }
  }

  /** Checks whether it is settled, and then settles it. */
  public static class LooksFirst {

    private final CompletableFuture<Boolean> done = new CompletableFuture<>();
    private final AtomicInteger open = new AtomicInteger(1);

    @Operation
    public void settle() {
      if (!done.isDone()) {
        done.complete(true);
        open.decrementAndGet();
      }
    }

    @Validate
    public void validate() {
      if (open.get() != 0) {
        throw new IllegalStateException("settled twice");
      }
    }
  }

  @Test
  void releases_whateverComesWhen_areSettledOnceEach() {
    noRace(Happenings.class);
  }

  @Test
  void release_answeredAsTheClientGivesUp_isSettledOnce() {
    noRaceOf(SentAgain.class, List.of("answer"), List.of("abandon"));
  }

  @Test
  void release_thatLooksBeforeItSettles_isFoundSettledTwice() {
    assertRaceOf(LooksFirst.class, List.of("settle"), List.of("settle"), "settled twice");
  }
}
