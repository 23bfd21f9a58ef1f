package io.holdfast.lock.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards a gate and its acquisitions, or what else is decided step by step. Never held while
 * waiting or while user code runs. Threads are unparked only after the monitor is released;
 * otherwise they would block on it at once.
 */
public final class Monitor {

  private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock. Mostly there is none, or one.
  private @Nullable Runnable first;
  private @Nullable List<Runnable> more;
  private @Nullable Runnable last;

  /** As {@link ReentrantLock#lock()}. */
  public void enter() {
    lock.lock();
  }

  /** As {@link ReentrantLock#unlock()}; at the outermost, then does what was to be done after. */
  public void leave() {
    if ((first == null && last == null) || lock.getHoldCount() > 1) {
      lock.unlock();
      return;
    }
    Runnable one = first;
    List<Runnable> others = more;
    Runnable atLast = last;
    first = null;
    more = null;
    last = null;
    lock.unlock();
    if (one != null) {
      attempt(one);
    }
    if (others != null) {
      others.forEach(Monitor::attempt);
    }
    if (atLast != null) {
      attempt(atLast);
    }
  }

  /** Does this inside. */
  public void run(Runnable action) {
    enter();
    try {
      action.run();
    } finally {
      leave();
    }
  }

  /** One that fails must not keep the others asleep. */
  private static void attempt(Runnable wake) {
    try {
      wake.run();
    } catch (RuntimeException | Error e) {
      LOG.error("A waiter could not be woken", e);
    }
  }

  /** Whether the current thread is inside. */
  public boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }

  /**
   * To be run by this thread behind all that is to be done afterwards: it may run code of the
   * application, for which nobody must go on sleeping. There is one at a time; the same may come
   * again.
   */
  public void lastly(Runnable told) {
    last = told;
  }

  /** To be run by this thread as soon as it has left. Must not block. */
  public void afterwards(Runnable wake) {
    if (first == null) {
      first = wake;
    } else {
      if (more == null) {
        more = new ArrayList<>();
      }
      more.add(wake);
    }
  }
}
