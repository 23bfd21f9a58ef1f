package io.holdfast.spring.section;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Watches the holds of a thread while it works. With {@code interrupts} it interrupts the thread at
 * a loss, but never after {@link #end()}, and then takes that interrupt back.
 */
final class LossWatch {

  private final Collection<Hold> holds;
  private final Thread worker = Thread.currentThread();

  /** Guards the three below. The interrupt is given inside, so that {@link #end} comes after it. */
  private final ReentrantLock monitor = new ReentrantLock();

  private @Nullable LossCause cause;
  private boolean isOver;
  private boolean hasInterrupted;

  private LossWatch(Collection<Hold> holds) {
    this.holds = holds;
  }

  /**
   * For the current thread.
   *
   * @param isNested whether the thread had the holds before: a hold keeps its callbacks until it
   *     ends, so a loop inside a section must not add one each time; with {@code interrupts} it
   *     does
   */
  static LossWatch begin(Collection<Hold> holds, boolean interrupts, boolean isNested) {
    LossWatch watch = new LossWatch(holds);
    if (interrupts || !isNested) {
      holds.forEach(hold -> hold.onLost(cause -> watch.lost(cause, interrupts)));
    }
    return watch;
  }

  private void lost(LossCause why, boolean interrupts) {
    monitor.lock();
    try {
      cause = why;
      if (interrupts && !isOver && !hasInterrupted) {
        hasInterrupted = true;
        worker.interrupt();
      }
    } finally {
      monitor.unlock();
    }
  }

  /** The work has ended; called by its thread. */
  void end() {
    monitor.lock();
    try {
      isOver = true;
      if (hasInterrupted) {
        boolean unused = Thread.interrupted(); // ours: it is of no concern to the caller
      }
    } finally {
      monitor.unlock();
    }
  }

  /** The loss, if what unlocking threw means one: it may have been told further inside. */
  @Nullable LeaseLostException loss(RuntimeException thrown) {
    if (thrown instanceof LeaseLostException loss) {
      return loss;
    }
    if (!(thrown instanceof IllegalMonitorStateException)) {
      return null;
    }
    return holds.stream()
        .filter(hold -> !hold.isValid())
        .findFirst()
        .map(hold -> new LeaseLostException(hold.lockName(), hold.token(), cause()))
        .orElse(null);
  }

  private LossCause cause() {
    monitor.lock();
    try {
      return cause == null ? LossCause.GONE : cause;
    } finally {
      monitor.unlock();
    }
  }
}
