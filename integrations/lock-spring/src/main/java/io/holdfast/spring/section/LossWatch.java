package io.holdfast.spring.section;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Watches the holds of a thread while it works. With {@code interrupts} it interrupts the thread at
 * a loss, but never after {@link #end()}, and then takes that interrupt back. If a watch around it
 * has interrupted the thread meanwhile, that interrupt is given again: it is for the work around.
 *
 * <p>The watches of a thread that are inside each other form a chain. A hold keeps its callbacks
 * until it ends, so only the outermost watch of a hold adds one, and tells those inside: a loop
 * inside a section adds nothing.
 */
final class LossWatch {

  private static final ThreadLocal<LossWatch> INNERMOST = new ThreadLocal<>();

  private final Collection<Hold> holds;
  private final boolean interrupts;
  private final Thread worker = Thread.currentThread();

  /** The holds that this watch has a callback at; written at the begin, by the worker. */
  private final List<Hold> heardOf = new ArrayList<>(1);

  /**
   * One for all watches of a chain. Guards what is below. The interrupt is given inside, so that
   * {@link #end} comes after it.
   */
  private final ReentrantLock monitor;

  private @Nullable LossWatch outer; // until it is over
  private @Nullable LossWatch inner;
  private @Nullable LossCause cause;
  private boolean isOver;
  private boolean hasInterrupted;

  /** Whether a watch around this one has interrupted the thread while this one was there. */
  private boolean owesInterrupt;

  private LossWatch(Collection<Hold> holds, boolean interrupts, @Nullable LossWatch outer) {
    this.holds = holds;
    this.interrupts = interrupts;
    this.outer = outer;
    this.monitor = outer == null ? new ReentrantLock() : outer.monitor;
  }

  /**
   * For the current thread, inside its other watches.
   *
   * @param isNested whether the thread had the holds before. If it took them by {@code lock()}, and
   *     no watch hears of them, only one with {@code interrupts} adds a callback
   */
  static LossWatch begin(Collection<Hold> holds, boolean interrupts, boolean isNested) {
    LossWatch watch = new LossWatch(holds, interrupts, INNERMOST.get());
    watch.enter();
    try {
      for (Hold hold : holds) {
        watch.listen(hold, interrupts || !isNested);
      }
    } catch (RuntimeException | Error e) {
      watch.end();
      throw e;
    }
    return watch;
  }

  private void enter() {
    monitor.lock();
    try {
      if (outer != null) {
        outer.inner = this;
      }
      for (LossWatch around = outer; around != null; around = around.outer) {
        owesInterrupt |= around.hasInterrupted && worker.isInterrupted(); // nobody has seen it yet
      }
    } finally {
      monitor.unlock();
    }
    INNERMOST.set(this);
  }

  private void listen(Hold hold, boolean byCallback) {
    for (LossWatch around = outer; around != null; around = around.outer) {
      if (around.heardOf.contains(hold)) {
        catchUp(around, hold);
        return;
      }
    }
    if (byCallback) {
      heardOf.add(hold);
      hold.onLost(why -> lost(hold, why));
    }
  }

  /** What the watch around this one has heard before this one was there. */
  private void catchUp(LossWatch around, Hold hold) {
    monitor.lock();
    try {
      if (around.cause != null && !hold.isValid()) {
        hear(around.cause);
      }
    } finally {
      monitor.unlock();
    }
  }

  private void lost(Hold hold, LossCause why) {
    monitor.lock();
    try {
      for (LossWatch watch = this; watch != null; watch = watch.inner) {
        if (watch.holds.contains(hold)) {
          watch.hear(why);
        }
      }
    } finally {
      monitor.unlock();
    }
  }

  private void hear(LossCause why) {
    cause = why;
    if (interrupts && !isOver && !hasInterrupted) {
      hasInterrupted = true;
      worker.interrupt();
      for (LossWatch inside = inner; inside != null; inside = inside.inner) {
        inside.owesInterrupt = true;
      }
    }
  }

  /** The work has ended; called by its thread. */
  void end() {
    monitor.lock();
    try {
      isOver = true;
      if (hasInterrupted) {
        boolean unused = Thread.interrupted(); // ours: it is of no concern to the caller
        if (owesInterrupt) {
          worker.interrupt();
        }
      }
      if (outer == null) {
        INNERMOST.remove();
      } else {
        INNERMOST.set(outer);
        outer.inner = null;
        outer = null;
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
