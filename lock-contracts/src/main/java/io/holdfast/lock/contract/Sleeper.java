package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import java.util.concurrent.CompletableFuture;

/**
 * A thread within an await that has released the lock: every later owner finds it waiting. When it
 * wakes up it holds the lock again.
 *
 * @param actor the thread
 * @param view the view by which it held the lock
 * @param awakening what its await returns
 */
record Sleeper<T>(Actor actor, DistributedLock view, CompletableFuture<T> awakening) {

  /** Fails if its await is over. */
  void sleeps() {
    assertThat(awakening).as(actor.thread().getName() + " sleeps").isNotDone();
  }

  boolean isAwake() {
    return awakening.isDone();
  }

  /** Waits until its await returns; it must hold the lock then. Returns the await's result. */
  T wakes() {
    T said = Actor.succeeds(awakening);
    assertThat(actor.says(view::isHeldByCurrentThread)).as("holds the lock again").isTrue();
    return said;
  }

  /** As {@link #wakes()}, and releases the lock. */
  T wakesAndUnlocks() {
    T said = wakes();
    actor.does(view::unlock);
    return said;
  }

  /** Returns what its await throws. */
  Throwable fails() {
    return Actor.failure(awakening);
  }
}
