package io.holdfast.leader;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A leadership: a hold, until it is lost or somebody ends it. It ends once. Any thread. */
final class Term implements Leadership {

  private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);

  private final Hold hold;
  private final Consumer<Term> whenOver;
  private final Object guard = new Object(); // of what follows; no other code runs inside
  private final List<Runnable> callbacks = new ArrayList<>();
  private volatile boolean isOver;
  private volatile @Nullable LossCause loss;
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

  @Override
  public void resign() {
    if (hold.isValid()) {
      end(null);
    } // else it was lost, which the hold is about to tell with the cause
  }

  /** The hold was lost. */
  void lose(LossCause cause) {
    end(cause);
  }

  private void end(@Nullable LossCause cause) {
    synchronized (guard) {
      if (isOver) {
        return;
      }
      loss = cause;
      isOver = true; // from now on nothing is added to the callbacks
    }
    calling = Thread.currentThread();
    callbacks.forEach(this::runLogged);
    calling = null;
    whenOver.accept(this);
  }

  private void runLogged(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable e) { // whatever it is: the lock must be released
      log.warn("Leader of '{}' (token {}): a callback threw", lockName(), token(), e);
    }
  }

  /** Whether the current thread is in a callback that was called at the end. */
  boolean isCalling() {
    return calling == Thread.currentThread();
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
