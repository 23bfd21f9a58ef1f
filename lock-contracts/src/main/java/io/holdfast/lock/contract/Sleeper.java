package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import java.util.concurrent.CompletableFuture;

/**
 * A thread in the midst of an await, known to have let go of the lock: whoever acquires the lock
 * from now on finds it waiting. When it wakes up it holds the lock again.
 *
 * @param actor the thread
 * @param view by which it held the lock
 * @param awakening what its await says when it is over
 */
record Sleeper<T>(Actor actor, DistributedLock view, CompletableFuture<T> awakening) {

  /** Fails if its await is over. */
  void sleeps() {
    assertThat(awakening).as(actor.thread().getName() + " sleeps").isNotDone();
  }

  boolean isAwake() {
    return awakening.isDone();
  }

  /** Waits until its await returns; it must hold the lock then. What the await said. */
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

  /** What its await throws. */
  Throwable fails() {
    return Actor.failure(awakening);
  }
}
