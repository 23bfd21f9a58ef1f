package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The number that an object was made with: the one at the server counts. Any thread. */
public final class DeclaredSize {

  private static final Logger LOG = LoggerFactory.getLogger(DeclaredSize.class);

  private final Callbacks callbacks;
  private final Administration administration;
  private final LockKeys keys;
  private final int declared;
  private final AtomicBoolean hasCompared = new AtomicBoolean();
  private volatile int actual; // as we heard last

  /** One with that number; nothing is known of the server's number. */
  public DeclaredSize(
      Callbacks callbacks, Administration administration, LockKeys keys, int declared) {
    this.callbacks = callbacks;
    this.administration = administration;
    this.keys = keys;
    this.declared = declared;
    this.actual = declared;
  }

  /** What was said here. */
  public int declared() {
    return declared;
  }

  /** Asks the server for its number, if that was not done before; nobody waits for it. */
  public void compareOnce() {
    if (!hasCompared.get() && hasCompared.compareAndSet(false, true)) {
      administration.count(
          keys,
          outcome -> {
            if (outcome instanceof Outcome.Answered<Administration.Count> answer
                && answer.reply().isThere()) {
              tellIfOther(answer.reply().size());
            } else {
              hasCompared.set(false); // with the next request
            }
          });
    }
  }

  /** The same when the server has told its number, or not, with an answer to something else. */
  void compare(Administration.@Nullable Changed answer, @Nullable Throwable thrown) {
    if (answer != null && answer.isThere() && hasCompared.compareAndSet(false, true)) {
      tellIfOther(answer.size());
    }
  }

  /** The largest number that was heard of. */
  public int largestKnown() {
    return Math.max(declared, actual);
  }

  /** We have made it that. */
  public void changedTo(int size) {
    actual = size;
  }

  private void tellIfOther(long told) {
    changedTo((int) told);
    if (told != declared) {
      LOG.warn(
          "{}: declared here with {}, but it has {}; the latter applies",
          keys.title(),
          declared,
          told);
      callbacks.tell(listener -> listener.differs(keys.name(), declared, told));
    }
  }
}
