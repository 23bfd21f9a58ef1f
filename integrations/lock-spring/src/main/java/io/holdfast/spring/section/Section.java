package io.holdfast.spring.section;

import io.holdfast.lock.LockTimeoutException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Work under locks: acquire, work, release. It is for one use; a publisher may be subscribed to
 * again and again.
 */
public final class Section {

  private static final Logger log = LoggerFactory.getLogger(Section.class);

  private final Wanted wanted;
  private final Policies policies;
  private final Work work;
  private final Optional<Work> fallback;
  private final String method;

  /**
   * Without a fallback.
   *
   * @param method the method, for messages
   */
  public Section(Wanted wanted, Policies policies, Work work, String method) {
    this(wanted, policies, work, Optional.empty(), method);
  }

  /** With what is done if the work is skipped. */
  public Section(
      Wanted wanted, Policies policies, Work work, Optional<Work> fallback, String method) {
    this.wanted = wanted;
    this.policies = policies;
    this.work = work;
    this.fallback = fallback;
    this.method = method;
  }

  /**
   * Runs it in the calling thread, which owns the locks meanwhile.
   *
   * @param mayThrowInterrupted whether the caller expects {@link InterruptedException}
   * @return what the work or the fallback returned; null if it was skipped
   */
  public @Nullable Object run(boolean mayThrowInterrupted) throws Throwable {
    Frame.requireNotInside(Frame.current().orElse(null), wanted, true);
    ThreadTurn turn = new ThreadTurn(wanted, policies.onLoss(), work);
    try {
      wanted.underLock(turn);
    } catch (InterruptedException e) {
      if (mayThrowInterrupted) {
        throw e;
      }
      Thread.currentThread().interrupt();
      throw NotObtained.interrupted(wanted, e);
    } catch (RuntimeException e) {
      return turn.hasBegun() ? turn.outcome(e) : without(e);
    }
    return turn.outcome();
  }

  private @Nullable Object without(RuntimeException thrown) throws Throwable {
    return switch (policies.after(thrown)) {
      case THROW ->
          throw thrown instanceof LockTimeoutException ? NotObtained.of(wanted, thrown) : thrown;
      case SKIP -> skip();
      case PROCEED -> unlocked(thrown, Frame.current().orElse(null));
    };
  }

  /** Runs it as a stage, which owns the locks until the stage that the work returns has ended. */
  public CompletableFuture<@Nullable Object> stage() {
    Frame.requireNotInside(Frame.current().orElse(null), wanted, false);
    StageTurn turn = new StageTurn(this);
    turn.start();
    return turn.result();
  }

  /** Runs it with each subscription, which owns the locks until it has ended. */
  public Flux<Object> flux() {
    return new LockedFlux(this, false);
  }

  /** As {@link #flux}, for at most one value, which is delivered after the release. */
  public Mono<Object> mono() {
    return Mono.fromDirect(new LockedFlux(this, true));
  }

  // ---- for the turns

  Wanted wanted() {
    return wanted;
  }

  Policies policies() {
    return policies;
  }

  /** Inside this frame. */
  @Nullable Object work(Frame frame) throws Throwable {
    return frame.run(work);
  }

  /** Without a lock, which is logged. */
  @Nullable Object unlocked(Throwable why, @Nullable Frame outer) throws Throwable {
    log.warn(
        "{}: {} goes on without a lock, as onUnreachable = PROCEED: {}",
        wanted.title(),
        method,
        why.getMessage());
    return Frame.empty(outer).run(work);
  }

  /** What the fallback returns, or null. */
  @Nullable Object skip() throws Throwable {
    log.debug("{}: {} is skipped", wanted.title(), method);
    return fallback.isPresent() ? fallback.get().run() : null;
  }

  void logLoss(Throwable loss) {
    log.warn("{}; {} went on until its end", loss.getMessage(), method);
  }

  /** As a publisher; empty for null. */
  @SuppressWarnings("unchecked")
  static Publisher<Object> publisher(@Nullable Object returned) {
    return returned == null ? Mono.empty() : (Publisher<Object>) returned;
  }
}
