package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One subscription to work under a hold: to the subscriber a subscription, to the work a
 * subscriber.
 *
 * <pre>
 *         granted         on the scheduler            subscribed         it ended            released
 * WAITING ------> GRANTED ---------------> BEGINNING ----------> WORKING -------> RELEASING --------> OVER
 *                                              |                                                       ^
 *                                              | cancelled             subscribed                      |
 *                                              +---------> LEAVING ------------------------------------+
 * </pre>
 *
 * <p>One atomic step leaves each phase, so that one thread alone releases:
 *
 * <ul>
 *   <li>The end of the work leads from BEGINNING or WORKING to RELEASING. The subscriber hears of
 *       it after the release.
 *   <li>Cancelling leads to OVER. From GRANTED and WORKING, the thread that cancels releases the
 *       lock, after it has cancelled the work. In RELEASING the release goes on, and the log has
 *       what it reports. Exception: from BEGINNING it leads to LEAVING. The work may run in the
 *       very call that subscribes to it, so the lock is released when that call returns.
 *   <li>A loss leads to OVER from GRANTED, BEGINNING and WORKING. In RELEASING the release reports
 *       it. A hold that is lost when the work would begin leads from GRANTED to RELEASING.
 * </ul>
 */
final class WorkTurn<H extends Hold, T> implements CoreSubscriber<T>, Subscription {

  private static final Logger LOG = LoggerFactory.getLogger(WorkTurn.class);

  private enum Phase {
    WAITING,
    GRANTED,
    BEGINNING,
    WORKING,
    RELEASING,
    /** Cancelled while the work begins. */
    LEAVING,
    OVER
  }

  private final Work<H, T> work;
  private final Stage stage;
  private final CoreSubscriber<? super T> actual;
  private final Asking<H> asking = new Asking<>();
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);

  /** That of the work. If this is cancelled before it is set, what is set is cancelled. */
  private final Operators.DeferredSubscription upstream = new Operators.DeferredSubscription();

  /** That of a publisher of one, kept until the lock is released. */
  private final AtomicReference<@Nullable T> value = new AtomicReference<>();

  /** Written before GRANTED. */
  private @Nullable H hold;

  WorkTurn(Work<H, T> work, Stage stage, CoreSubscriber<? super T> actual) {
    this.work = work;
    this.stage = stage;
    // A loss is told in the midst of values, by another thread.
    this.actual = work.isOfOne() ? actual : Operators.serialize(actual);
  }

  void start() {
    actual.onSubscribe(this);
    if (phase.get() == Phase.WAITING) {
      asking.begin(work.source(), this::granted, this::refused);
    }
  }

  private boolean moves(Phase from, Phase to) {
    return phase.compareAndSet(from, to);
  }

  // ---- from the client

  private void granted(H given) {
    hold = given;
    if (!moves(Phase.WAITING, Phase.GRANTED)) {
      Ending.unheeded(given, stage);
      return;
    }
    try {
      given.onLost(cause -> stage.run(() -> lost(given, cause)));
      stage.runThere(() -> begin(given));
    } catch (Throwable e) { // a scheduler that is disposed or full
      if (moves(Phase.GRANTED, Phase.RELEASING)) {
        release(given, e);
      }
    }
  }

  private void refused(Throwable why) {
    stage.run(
        () -> {
          if (moves(Phase.WAITING, Phase.OVER)) {
            actual.onError(why);
          }
        });
  }

  private void lost(H given, LossCause cause) {
    if (moves(Phase.GRANTED, Phase.OVER)
        || moves(Phase.BEGINNING, Phase.OVER)
        || moves(Phase.WORKING, Phase.OVER)) {
      cancelWork();
      Ending.release(given, stage, told -> {});
      discard();
      actual.onError(new LeaseLostException(given.lockName(), given.token(), cause));
    }
  }

  // ---- the work

  private void begin(H given) {
    if (!given.isValid()) { // the scheduler was busy, and its task that tells the loss is behind
      if (moves(Phase.GRANTED, Phase.RELEASING)) {
        Ending.ofInvalid(given, stage, loss -> ended(null, Optional.of(loss)));
      }
      return;
    }
    if (!moves(Phase.GRANTED, Phase.BEGINNING)) {
      return;
    }
    try {
      work.publisher(given).subscribe(this);
    } catch (Throwable e) { // whatever it is: the hold must be released
      cancelWork();
      onError(e);
    } finally {
      if (!moves(Phase.BEGINNING, Phase.WORKING) && moves(Phase.LEAVING, Phase.OVER)) {
        Ending.unheeded(given, stage);
      }
    }
  }

  @Override
  public Context currentContext() {
    return actual.currentContext();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    upstream.set(subscription);
  }

  @Override
  public void onNext(T next) {
    if (!work.isOfOne()) {
      pass(next);
    } else if (!value.compareAndSet(null, next)) {
      Operators.onNextDropped(next, currentContext());
    } else if (!isAtWork()) { // cancelling and losing discard what is there; this came after
      discard();
    }
  }

  private void pass(T next) {
    if (!isAtWork()) {
      Operators.onNextDropped(next, currentContext());
      return;
    }
    try {
      actual.onNext(next);
    } catch (Throwable e) { // an error so grave that operators pass it on to their publisher
      cancel();
      throw e;
    }
  }

  private boolean isAtWork() {
    Phase now = phase.get();
    return now == Phase.BEGINNING || now == Phase.WORKING;
  }

  @Override
  public void onComplete() {
    finish(null);
  }

  @Override
  public void onError(Throwable thrown) {
    if (!finish(thrown)) {
      Operators.onErrorDropped(thrown, currentContext());
    }
  }

  /** Whether it was this that ended the work. */
  private boolean finish(@Nullable Throwable thrown) {
    H given = hold;
    if (given == null
        || !(moves(Phase.BEGINNING, Phase.RELEASING) || moves(Phase.WORKING, Phase.RELEASING))) {
      return false;
    }
    release(given, thrown);
    return true;
  }

  private void release(H given, @Nullable Throwable thrown) {
    Ending.releaseInTime(given, stage, loss -> ended(thrown, loss));
  }

  private void ended(@Nullable Throwable thrown, Optional<LeaseLostException> loss) {
    stage.run(() -> deliver(thrown, loss));
  }

  private void deliver(@Nullable Throwable thrown, Optional<LeaseLostException> loss) {
    if (!moves(Phase.RELEASING, Phase.OVER)) {
      Ending.log(loss);
      if (thrown != null) {
        Operators.onErrorDropped(thrown, currentContext());
      }
      return;
    }
    Optional<Throwable> failure = Outcome.of(thrown, loss);
    if (failure.isPresent()) {
      discard();
      actual.onError(failure.get());
      return;
    }
    T one = value.getAndSet(null);
    if (one != null) {
      actual.onNext(one);
    }
    actual.onComplete();
  }

  private void cancelWork() {
    try {
      upstream.cancel();
    } catch (Throwable e) { // the lock is released all the same
      LOG.warn("{}: the work could not be cancelled", work.source().title(), e);
    }
  }

  private void discard() {
    T one = value.getAndSet(null);
    if (one != null) {
      Operators.onDiscard(one, currentContext());
    }
  }

  // ---- from the subscriber

  @Override
  public void request(long number) {
    if (Operators.validate(number)) {
      upstream.request(number);
    }
  }

  @Override
  public void cancel() {
    Phase before =
        phase.getAndUpdate(
            now -> now == Phase.BEGINNING || now == Phase.LEAVING ? Phase.LEAVING : Phase.OVER);
    if (before == Phase.WAITING) {
      asking.withdraw();
    }
    cancelWork();
    H given = hold;
    if (given != null && (before == Phase.GRANTED || before == Phase.WORKING)) {
      Ending.unheeded(given, stage);
    }
    if (before != Phase.OVER) {
      discard();
    }
  }
}
