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
import org.slf4j.event.Level;

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
 * a future that does, as the last thing that it does. So at most one task is to come at any time,
 * and the listener is called in order. To close it is to set a flag and end what is waited for: the
 * future, or the leadership.
 */
final class Candidate {

  private final DistributedLock lock;
  private final LeaderListener listener;
  private final boolean interrupts;
  private final ElectionThread thread;
  private final Duration pace;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  private volatile boolean isClosed;
  private volatile @Nullable CompletableFuture<?> awaited; // written by the election's thread
  private volatile @Nullable Term term; // likewise

  // Used by the election's thread alone.
  private final Pauses unanswered;
  private final Pauses failing;
  private long askedNanos; // when it asked for the lock
  private boolean isWarned; // whether the log says that the lock cannot be asked for
  private boolean isTold; // whether the listener knows of the leadership
  private boolean hasFailed; // whether it threw then

  /**
   * @param interrupts whether the listener is interrupted in {@code granted} at the end
   * @param pace the first pause after a failure, and the least time between two requests; usually
   *     {@link Pauses#FIRST}
   */
  Candidate(
      DistributedLock lock,
      LeaderListener listener,
      boolean interrupts,
      ElectionThread thread,
      Duration pace) {
    this.lock = lock;
    this.listener = listener;
    this.interrupts = interrupts;
    this.thread = thread;
    this.pace = pace;
    this.askedNanos = System.nanoTime() - pace.toNanos();
    this.unanswered = new Pauses(pace);
    this.failing = new Pauses(pace);
  }

  void begin() {
    next(this::stand);
  }

  /** Hands over the next step. If it throws, another comes: the election must not stop. */
  private void next(Runnable step) {
    thread.run(
        () -> {
          try {
            step.run();
          } catch (Throwable e) {
            broken(e);
          }
        });
  }

  private void broken(Throwable thrown) {
    Term present = term;
    if (present == null) {
      pause(unanswered.next());
    } else {
      hasFailed = true;
      present.resign(); // its end is the next step
    }
    warn(thrown, "goes on after an error");
  }

  private void stand() {
    if (isClosed) {
      thread.end();
      closed.complete(null);
      return;
    }
    Duration early = pace.minusNanos(System.nanoTime() - askedNanos);
    if (early.compareTo(Duration.ofMillis(1)) >= 0) {
      pause(early); // a limit of the wait, or work that returns at once, must not load the server
    } else {
      askedNanos = System.nanoTime();
      await(ask(), this::asked);
    }
  }

  private CompletableFuture<Hold> ask() {
    try {
      return lock.acquireAsync();
    } catch (Throwable e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Goes on with the outcome, of which one is null. Closing cancels the future. */
  private <T> void await(
      CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> then) {
    awaited = future;
    if (isClosed) {
      future.cancel(false);
    }
    future.whenComplete((value, thrown) -> next(() -> then.accept(value, thrown)));
  }

  private void asked(@Nullable Hold hold, @Nullable Throwable thrown) {
    if (hold != null) {
      answered();
      lead(hold);
    } else {
      failed(thrown instanceof CompletionException ? thrown.getCause() : thrown);
    }
  }

  private void answered() {
    unanswered.restart();
    if (isWarned) {
      isWarned = false;
      write(Level.INFO, null, "the lock could be asked for again");
    }
  }

  private void failed(@Nullable Throwable thrown) {
    if (thrown instanceof ClientClosedException) {
      write(Level.INFO, null, "the client is closed, and so is the election");
      isClosed = true;
    }
    if (isClosed) {
      stand();
    } else if (thrown instanceof LockTimeoutException) {
      answered();
      stand();
    } else {
      Level level = isWarned ? Level.DEBUG : Level.WARN;
      isWarned = true;
      write(level, thrown, "the lock could not be asked for; trying on");
      pause(unanswered.next());
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
    Term begun = new Term(hold, over -> next(() -> finish(over)));
    if (interrupts) {
      begun.onRevoked(call::interrupt);
    }
    isTold = false;
    hasFailed = false;
    term = begun;
    hold.onLost(begun::lose);
    begun.watch();
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
      hasFailed = begun.isValid();
      begun.resign();
      if (hasFailed) {
        warn(e, "resigns, as the leader threw");
      } else {
        write(Level.DEBUG, e, "the leader threw after the end");
      }
    }
  }

  private void finish(Term over) {
    if (isTold) {
      revoked(over);
    }
    term = null;
    release(over);
    if (hasFailed && !isClosed) {
      pause(failing.nextAfter(over.age()));
    } else {
      stand();
    }
  }

  private void revoked(Term over) {
    try {
      listener.revoked(over);
    } catch (Throwable e) { // whatever it is: the lock must be released
      warn(e, "the listener threw when it was revoked");
    }
  }

  private void release(Term over) {
    try {
      over.hold().close();
    } catch (LeaseLostException e) {
      if (over.isResigned()) {
        warn(e, "lost the lock after it resigned; another may have led while this one stopped");
      } else {
        write(Level.DEBUG, e, "nothing to release");
      }
    } catch (Throwable e) { // whatever it is: this process stands again
      warn(e, "the lock was not released");
    }
  }

  private void warn(Throwable thrown, String what) {
    write(Level.WARN, thrown, what);
  }

  private void write(Level level, @Nullable Throwable thrown, String what) {
    ElectionLog.write(level, thrown, "Leader of '{}': {}", lock.name(), what);
  }

  Optional<Leadership> leadership() {
    return Optional.<Leadership>ofNullable(term).filter(one -> !isClosed && one.isValid());
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
