package io.holdfast.spring.section;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.LossCause;
import io.holdfast.spring.OnLoss;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One subscription: to the caller a subscription, to the work a subscriber. The phases are those of
 * {@link StageTurn}: one compare-and-set leaves WAITING, and another one WORKING, by the end of the
 * work or by {@link #cancel}. The thread that leaves WORKING releases.
 */
final class FluxTurn implements CoreSubscriber<Object>, Subscription {

  private enum Phase {
    WAITING,
    WORKING,
    /** Runs in the place of the work, without a lock. */
    UNLOCKED,
    ENDED
  }

  private final Section section;
  private final CoreSubscriber<? super Object> actual;
  private final @Nullable Frame outer;
  private final boolean isOfOne;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);

  private final Upstream upstream = new Upstream();

  /** The request; written by {@link #start}, read by the thread that cancels. */
  private volatile @Nullable CompletableFuture<?> acquiring;

  /**
   * Written before the work is subscribed to, read by its signals and by the thread that cancels
   * it.
   */
  private volatile @Nullable Grant grant;

  private volatile Context context;

  /** The value of a publisher of one; written and read by its signals, which are serial. */
  private @Nullable Object value;

  FluxTurn(
      Section section,
      CoreSubscriber<? super Object> actual,
      @Nullable Frame outer,
      boolean isOfOne) {
    this.section = section;
    // A loss is told by a thread of its own, in the midst of values.
    this.actual =
        section.policies().onLoss() == OnLoss.INTERRUPT ? Operators.serialize(actual) : actual;
    this.outer = outer;
    this.isOfOne = isOfOne;
    this.context = actual.currentContext();
  }

  void start() {
    actual.onSubscribe(this);
    if (phase.get() == Phase.WAITING) {
      CompletableFuture<?> request = section.wanted().acquireAsync(this::answered);
      acquiring = request;
      if (phase.get() == Phase.ENDED) { // cancelled before there was a request to cancel
        request.cancel(false);
      }
    }
  }

  @Override
  public Context currentContext() {
    return context;
  }

  private void answered(@Nullable Grant given, @Nullable Throwable thrown) {
    if (given == null) {
      without(thrown == null ? new IllegalStateException("no grant, and no reason") : thrown);
      return;
    }
    Frame frame = Frame.ofHandles(outer, section.wanted(), given);
    context = actual.currentContext().put(Frame.class, frame);
    grant = given; // before WORKING: a thread that cancels from then on finds it
    if (!phase.compareAndSet(Phase.WAITING, Phase.WORKING)) {
      Release.unheeded(given);
      return;
    }
    if (section.policies().onLoss() == OnLoss.INTERRUPT) {
      given.onLost(cause -> lost(given, cause));
    }
    subscribe(() -> section.work(frame));
  }

  private void subscribe(Work source) {
    Publisher<Object> body;
    try {
      body = Section.publisher(source.run());
    } catch (Throwable e) {
      onSubscribe(Operators.emptySubscription());
      onError(e);
      return;
    }
    try {
      body.subscribe(this);
    } catch (Throwable e) { // a publisher of somebody else's making
      onSubscribe(Operators.emptySubscription());
      onError(e);
    }
  }

  // ---- from the work

  @Override
  public void onSubscribe(Subscription subscription) {
    Grant held = grant;
    if (upstream.set(subscription) && held != null) {
      Release.unheeded(held);
    }
  }

  @Override
  public void onNext(Object next) {
    if (phase.get() == Phase.ENDED) {
      Operators.onNextDropped(next, context);
    } else if (isOfOne) {
      value = next;
    } else {
      actual.onNext(next);
    }
  }

  @Override
  public void onComplete() {
    finish(null);
  }

  @Override
  public void onError(Throwable thrown) {
    if (!finish(thrown)) {
      Operators.onErrorDropped(thrown, context);
    }
  }

  /** Whether it was this that ended it. */
  private boolean finish(@Nullable Throwable thrown) {
    Grant held = grant;
    if (phase.compareAndSet(Phase.UNLOCKED, Phase.ENDED)) {
      deliver(thrown);
      return true;
    }
    if (held == null || !phase.compareAndSet(Phase.WORKING, Phase.ENDED)) {
      return false;
    }
    Release.of(held, loss -> released(thrown, loss));
    return true;
  }

  private void released(@Nullable Throwable thrown, @Nullable LeaseLostException loss) {
    if (loss == null) {
      deliver(thrown);
    } else if (section.policies().onLoss() == OnLoss.LOG) {
      section.logLoss(loss);
      deliver(thrown);
    } else {
      deliver(thrown == null ? loss : Losses.with(loss, thrown));
    }
  }

  private void deliver(@Nullable Throwable thrown) {
    Object one = value;
    if (thrown != null) {
      Operators.onDiscard(one, context);
      actual.onError(thrown);
      return;
    }
    if (one != null) {
      actual.onNext(one);
    }
    actual.onComplete();
  }

  /** Stops the work, and tells the caller of the loss. */
  private void lost(Grant held, LossCause cause) {
    if (phase.compareAndSet(Phase.WORKING, Phase.ENDED)) {
      upstream.cancel();
      Hold one = held.holds().values().iterator().next();
      LeaseLostException told = new LeaseLostException(one.lockName(), one.token(), cause);
      Release.of(held, loss -> deliver(loss == null ? told : loss));
    }
  }

  // ---- from the caller

  @Override
  public void request(long number) {
    if (Operators.validate(number)) {
      upstream.request(number);
    }
  }

  @Override
  public void cancel() {
    Phase before = phase.getAndSet(Phase.ENDED);
    if (before == Phase.ENDED) {
      return;
    }
    CompletableFuture<?> request = acquiring;
    if (before == Phase.WAITING && request != null) {
      request.cancel(false);
    }
    Grant held = grant;
    if (before != Phase.WORKING || held == null) {
      upstream.cancel();
    } else if (upstream.cancelAndTell()) {
      Release.unheeded(held);
    } // or else when the method has returned what is to be cancelled
  }

  private void without(Throwable thrown) {
    Policies.Next next = section.policies().after(thrown);
    if (next == Policies.Next.THROW) {
      if (phase.compareAndSet(Phase.WAITING, Phase.ENDED)) {
        refuse(thrown);
      }
    } else if (phase.compareAndSet(Phase.WAITING, Phase.UNLOCKED)) {
      if (next == Policies.Next.PROCEED) {
        context = actual.currentContext().put(Frame.class, Frame.empty(outer));
        subscribe(() -> section.unlocked(thrown, outer));
      } else {
        subscribe(section::skip);
      }
    }
  }

  private void refuse(Throwable thrown) {
    if (thrown instanceof LockTimeoutException) {
      NotObtained.later(section.wanted(), thrown)
          .whenComplete((told, failed) -> deliver(told == null ? failed : told));
    } else {
      deliver(thrown);
    }
  }
}
