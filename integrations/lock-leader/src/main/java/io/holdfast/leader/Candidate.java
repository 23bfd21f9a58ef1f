package io.holdfast.leader;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One election of one process: asks for the lock, leads, and asks again, until it is closed.
 *
 * <pre>
 *   stand ──► asked ──hold──► lead ──► (leads; no thread) ──► finish ──► stand
 *     ▲         │ failed                                        │ the listener threw
 *     └─ pause ◄┴───────────────────────────────────────────────┘
 * </pre>
 *
 * Each of these steps is a task of the election's thread, and hands over the next one or waits for
 * a future that does. So at most one task is to come at any time, and the listener is called in
 * order. To close it is to set a flag and end what is waited for: the future, or the leadership.
 */
final class Candidate {

  private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);

  private final DistributedLock lock;
  private final LeaderListener listener;
  private final boolean interrupts;
  private final ElectionThread thread;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  private volatile boolean isClosed;
  private volatile @Nullable CompletableFuture<?> awaited; // written by the election's thread
  private volatile @Nullable Term term; // likewise

  // Used by the election's thread alone.
  private final Pauses unanswered;
  private final Pauses failing;
  private boolean isTold; // whether the listener knows of the leadership
  private boolean hasFailed; // whether it threw then

  /**
   * @param interrupts whether the listener is interrupted in {@code granted} at the end
   * @param firstPause after a failure; usually {@link Pauses#FIRST}
   */
  Candidate(
      DistributedLock lock,
      LeaderListener listener,
      boolean interrupts,
      ElectionThread thread,
      Duration firstPause) {
    this.lock = lock;
    this.listener = listener;
    this.interrupts = interrupts;
    this.thread = thread;
    this.unanswered = new Pauses(firstPause);
    this.failing = new Pauses(firstPause);
  }

  void begin() {
    thread.run(this::stand);
  }

  private void stand() {
    if (isClosed) {
      thread.end();
      closed.complete(null);
    } else {
      await(ask(), this::asked);
    }
  }

  private CompletableFuture<Hold> ask() {
    try {
      return lock.acquireAsync();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Goes on with the outcome, of which one is null. Closing cancels the future. */
  private <T> void await(
      CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> next) {
    awaited = future;
    if (isClosed) {
      future.cancel(false);
    }
    future.whenComplete((value, thrown) -> thread.run(() -> next.accept(value, thrown)));
  }

  private void asked(@Nullable Hold hold, @Nullable Throwable thrown) {
    if (hold != null) {
      if (!unanswered.isFirst()) {
        log.info("Leader of '{}': the lock could be asked for again", lock.name());
      }
      unanswered.restart();
      lead(hold);
    } else {
      failed(thrown instanceof CompletionException ? thrown.getCause() : thrown);
    }
  }

  private void failed(@Nullable Throwable thrown) {
    if (thrown instanceof ClientClosedException) {
      log.info("Leader of '{}': the client is closed, and so is the election", lock.name());
      isClosed = true;
    }
    if (isClosed) {
      stand();
      return;
    }
    if (!(thrown instanceof LockTimeoutException)) {
      tell(thrown);
    }
    pause(unanswered.next());
  }

  private void tell(@Nullable Throwable thrown) {
    if (unanswered.isFirst()) {
      log.warn("Leader of '{}': the lock could not be asked for; trying on", lock.name(), thrown);
    } else {
      log.debug("Leader of '{}': the lock could not be asked for again", lock.name(), thrown);
    }
  }

  private void pause(Duration length) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    await(
        over.completeOnTimeout(null, length.toMillis(), TimeUnit.MILLISECONDS),
        (nothing, thrown) -> stand());
  }

  private void lead(Hold hold) {
    GrantedCall call = new GrantedCall(listener);
    Term begun = new Term(hold, over -> thread.run(() -> finish(over)));
    if (interrupts) {
      begun.onRevoked(call::interrupt);
    }
    isTold = false;
    hasFailed = false;
    term = begun;
    hold.onLost(begun::lose);
    if (isClosed) {
      begun.resign(); // close() may have looked before there was a term
    }
    if (begun.isValid()) {
      isTold = true;
      granted(call, begun);
    }
  }

  private void granted(GrantedCall call, Term begun) {
    try {
      call.run(begun);
      failing.restart();
    } catch (Throwable e) { // whatever it is: somebody has to lead
      if (!(e instanceof InterruptedException) || begun.isValid()) {
        log.warn("Leader of '{}': resigns, as the leader threw", lock.name(), e);
        hasFailed = true;
      }
      begun.resign();
    }
  }

  private void finish(Term over) {
    if (isTold) {
      revoked(over);
    }
    term = null;
    release(over.hold());
    if (hasFailed && !isClosed) {
      pause(failing.next());
    } else {
      stand();
    }
  }

  private void revoked(Term over) {
    try {
      listener.revoked(over);
    } catch (Throwable e) { // whatever it is: the lock must be released
      log.warn("Leader of '{}': the listener threw when it was revoked", lock.name(), e);
    }
  }

  private void release(Hold hold) {
    try {
      hold.close();
    } catch (LeaseLostException e) {
      log.debug("Leader of '{}': nothing to release", lock.name(), e); // told by onLost
    } catch (RuntimeException e) {
      log.warn("Leader of '{}': the lock was not released", lock.name(), e);
    }
  }

  Optional<Leadership> leadership() {
    return Optional.<Leadership>ofNullable(term).filter(Leadership::isValid);
  }

  /** Ends it. The future completes when all is done; it is the caller's own. */
  CompletableFuture<Void> close() {
    isClosed = true;
    CompletableFuture<?> future = awaited;
    if (future != null) {
      future.cancel(false);
    }
    Term present = term;
    if (present != null) {
      present.resign();
    }
    return closed.copy();
  }

  /** Whether the current thread calls code of the application for this election. */
  boolean isCalling() {
    Term present = term;
    return thread.isCurrent() || (present != null && present.isCalling());
  }

  @Override
  public String toString() {
    return "'%s', %s"
        .formatted(
            lock.name(),
            isClosed
                ? "closed"
                : leadership().map(one -> "leads with token " + one.token()).orElse("waits"));
  }
}
