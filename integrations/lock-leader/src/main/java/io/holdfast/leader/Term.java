package io.holdfast.leader;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** A leadership: a hold, until it is lost or somebody ends it. It ends once. Any thread. */
final class Term implements Leadership {

  /** How long the news of a loss may take after the end of the lease. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final long startNanos = System.nanoTime();
  private final Hold hold;
  private final Consumer<Term> whenOver;
  private final Object guard = new Object(); // of what follows; no other code runs inside
  private final List<Runnable> callbacks = new ArrayList<>();
  private volatile boolean isOver;
  private volatile boolean isResigned;
  private volatile @Nullable LossCause loss;
  private @Nullable CompletableFuture<Void> nextLook; // guarded by guard
  private volatile @Nullable Thread calling; // the thread that runs the callbacks

  /**
   * @param whenOver called once, after the callbacks, by the thread that ended it
   */
  Term(Hold hold, Consumer<Term> whenOver) {
    this.hold = hold;
    this.whenOver = whenOver;
  }

  @Override
  public String lockName() {
    return hold.lockName();
  }

  @Override
  public long token() {
    return hold.token();
  }

  @Override
  public boolean isValid() {
    return !isOver && hold.isValid();
  }

  @Override
  public Optional<LossCause> lossCause() {
    return Optional.ofNullable(loss);
  }

  @Override
  public void onRevoked(Runnable callback) {
    Objects.requireNonNull(callback, "callback");
    synchronized (guard) {
      if (!isOver) {
        callbacks.add(callback);
        return;
      }
    }
    runLogged(callback);
  }

  /** Ends a lost leadership, too: its news may be queued behind the caller, which waits for it. */
  @Override
  public void resign() {
    end(hold.isValid() ? null : LossCause.EXPIRED);
  }

  /** The hold was lost. After the end this only sets the cause. */
  void lose(LossCause cause) {
    synchronized (guard) {
      loss = cause;
    }
    end(cause);
  }

  /**
   * Ends this leadership even if an executor drops the news of its loss. It looks when the lease
   * would have ended without a renewal, so about once for each lease.
   */
  void watch() {
    CompletableFuture<Void> look = new CompletableFuture<>();
    synchronized (guard) {
      if (isOver) {
        return;
      }
      nextLook = look;
    }
    long pauseMillis = hold.remaining().plus(GRACE).toMillis();
    var unused =
        look.completeOnTimeout(null, pauseMillis, TimeUnit.MILLISECONDS).thenRunAsync(this::look);
  }

  private void look() {
    if (hold.isValid()) {
      watch();
    } else {
      end(LossCause.EXPIRED);
    }
  }

  private void end(@Nullable LossCause cause) {
    CompletableFuture<Void> look;
    synchronized (guard) {
      if (isOver) {
        return;
      }
      loss = loss == null ? cause : loss;
      isResigned = loss == null;
      isOver = true; // from now on nothing is added to the callbacks
      look = nextLook;
    }
    calling = Thread.currentThread();
    try {
      callbacks.forEach(this::runLogged);
    } finally {
      calling = null;
      whenOver.accept(this); // whatever happens: the lock must be released
    }
    if (look != null) {
      look.cancel(false); // also frees the timer
    }
  }

  private void runLogged(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable e) { // whatever it is: the others are to hear of the end, too
      ElectionLog.write(
          Level.WARN, e, "Leader of '{}' (token {}): a callback threw", lockName(), token());
    }
  }

  /** Whether the current thread is in a callback that was called at the end. */
  boolean isCalling() {
    return calling == Thread.currentThread();
  }

  /** Whether it ended before it was lost; it may have been lost since. */
  boolean isResigned() {
    return isResigned;
  }

  /** How long ago it began. */
  Duration age() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  Hold hold() {
    return hold;
  }

  @Override
  public String toString() {
    return "Leadership['%s', token %s, %s]"
        .formatted(lockName(), token(), isValid() ? "valid" : "over");
  }
}
