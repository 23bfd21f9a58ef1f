package io.holdfast.lock.core.engine;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.core.race.Visitors;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ReleasesTest {

  private static final LockKeys KEYS = new LockKeys("a", "lock:a", "lockq:a");
  private static final Verbs.ReleaseRequest DEPARTURE =
      new Verbs.ReleaseRequest("id", false, Verbs.Debt.NONE);
  private static final long LEASE_NANOS = 30_000_000_000L;

  private final Releases releases =
      new Releases(
          MonotonicClock.SYSTEM,
          new Watchdog("not started", MonotonicClock.SYSTEM, List.of(), () -> {}));

  /** Answers at once, on another thread. */
  private static final class Hasty implements Verbs {

    private final CompletableFuture<Void> answered = new CompletableFuture<>();

    @Override
    public void release(
        LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
      new Thread(
              () -> {
                then.accept(new Outcome.Answered<>(new Released(true, Optional.empty())));
                answered.complete(null);
              })
          .start();
    }

    @Override
    public void ask(AskRequest request, Consumer<Outcome<AskReply>> then) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void releaseAndAsk(
        ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
      new Thread(
              () -> {
                then.accept(
                    new Outcome.Answered<>(new Released(true, Optional.of(new AskReply.Dead()))));
                answered.complete(null);
              })
          .start();
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
          releases.release(new Releases.End(verbs, KEYS, DEPARTURE, LEASE_NANOS, sender));
      stays(Duration.ofMillis(100), "told of no answer", () -> !verbs.answered.isDone());
      released.thenAccept(wasHeld -> toldBy.complete(Thread.currentThread()));
    } finally {
      sender.leave();
    }
    assertThat(toldBy).succeedsWithin(Duration.ofMinutes(1)).isNotEqualTo(Thread.currentThread());
  }

  // ---- together with the next question

  private static final AskRequest NEXT =
      new AskRequest(KEYS, "next", 30_000, true, false, OptionalLong.empty(), Optional.empty());

  @Test
  void releaseAndAsk_answeredBeforeTheSenderHasLetGo_isToldAfterwards() {
    Monitor sender = new Monitor();
    Hasty verbs = new Hasty();
    List<Object> told = new CopyOnWriteArrayList<>();
    sender.enter();
    try {
      CompletableFuture<Boolean> released =
          releases.releaseAndAsk(
              new Releases.End(verbs, KEYS, DEPARTURE, LEASE_NANOS, sender),
              () -> true,
              NEXT,
              Duration.ofMinutes(10),
              told::add);
      stays(
          Duration.ofMillis(100),
          "told of no answer",
          () -> !verbs.answered.isDone() && !released.isDone() && told.isEmpty());
    } finally {
      sender.leave();
    }
    assertThat(verbs.answered).succeedsWithin(Duration.ofMinutes(1));
    assertThat(told).containsExactly(new Outcome.Answered<>(new AskReply.Dead()));
  }

  /** Remembers the requests. */
  private static final class Mute implements Verbs {

    private final List<ReleaseRequest> releases = new ArrayList<>();
    private final List<Consumer<Outcome<Released>>> open = new ArrayList<>();

    @Override
    public void release(
        LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
      releases.add(releaseRequest);
      open.add(then);
    }

    @Override
    public void ask(AskRequest request, Consumer<Outcome<AskReply>> then) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void releaseAndAsk(
        ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
      open.add(then);
    }

    @Override
    public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
      throw new UnsupportedOperationException();
    }
  }

  private final VirtualClock clock = new VirtualClock();
  private final Watchdog watchdog = new Watchdog("not started", clock, List.of(), () -> {});
  private final Mute mute = new Mute();
  private final List<Outcome<AskReply>> told = new ArrayList<>();

  private CompletableFuture<Boolean> unanswered(BooleanSupplier isNeeded) {
    CompletableFuture<Boolean> released =
        new Releases(clock, watchdog)
            .releaseAndAsk(
                new Releases.End(mute, KEYS, DEPARTURE, LEASE_NANOS, new Monitor()),
                isNeeded,
                NEXT,
                Duration.ofMillis(500),
                told::add);
    pass(Duration.ofMillis(500));
    return released;
  }

  private void pass(Duration time) {
    clock.advance(time);
    long now = clock.nanoTime();
    Visitors.of(watchdog).stream()
        .filter(one -> one.dueNanos() - now <= 0)
        .forEach(one -> one.onDue(now));
  }

  @Test
  void releaseAndAsk_notAnsweredInTime_endsTheOneWithATombstoneAndTellsTheOther() {
    CompletableFuture<Boolean> released = unanswered(() -> true);
    assertThat(told).singleElement().isInstanceOf(Outcome.Failed.class);
    assertThat(mute.releases)
        .containsExactly(new Verbs.ReleaseRequest("id", true, Verbs.Debt.NONE));
    assertThat(released).isNotDone();
    mute.open.get(1).accept(new Outcome.Answered<>(new Verbs.Released(false, Optional.empty())));
    // "Not held": the request that went unanswered may have ended it.
    assertThat(released).isCompletedWithValue(true);
  }

  @Test
  void releaseAndAsk_answeredLate_isNotTold() {
    unanswered(() -> true);
    mute.open
        .get(0)
        .accept(new Outcome.Answered<>(new Verbs.Released(true, Optional.of(new AskReply.Dead()))));
    assertThat(told).singleElement().isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void releaseAndAsk_notNeededAnyMore_isNotSentAgain() {
    CompletableFuture<Boolean> released = unanswered(() -> false);
    mute.open
        .get(1)
        .accept(
            new Outcome.Failed<>(
                new ServerFailure(ServerFailure.Kind.UNKNOWN, new IllegalStateException("away"))));
    assertThat(released).isNotDone();
    pass(Duration.ofMinutes(1));
    assertThat(mute.releases).hasSize(1);
    assertThat(released).isCompletedWithValue(true);
  }
}
