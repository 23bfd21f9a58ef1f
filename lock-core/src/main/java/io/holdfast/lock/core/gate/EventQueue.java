package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Monitor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events on their way to their listeners: in order, by one thread at a time, as two could overtake
 * each other, and never under the monitor. Any thread.
 */
final class EventQueue {

  private static final Logger LOG = LoggerFactory.getLogger(EventQueue.class);

  private final Monitor monitor;
  private final Runnable whenAllTold;
  private final Queue<Runnable> happened = new ConcurrentLinkedQueue<>(); // in order
  private final AtomicInteger toTell = new AtomicInteger();
  private final AtomicInteger announced = new AtomicInteger(); // what may happen yet
  private volatile boolean isAwaited; // that all are told

  /**
   * Nothing has happened yet.
   *
   * @param whenAllTold run without the monitor, when all are told and somebody waits for that
   */
  EventQueue(Monitor monitor, Runnable whenAllTold) {
    this.monitor = monitor;
    this.whenAllTold = whenAllTold;
  }

  /** Tells it as soon as this thread has left the monitor. */
  void tell(Runnable event) {
    happened.add(event);
    soon();
  }

  /** Something is going to happen, or not: {@link #happened} or {@link #didNotHappen} follows. */
  void announce() {
    announced.incrementAndGet();
  }

  /** What was announced has happened. */
  void happened(Runnable event) {
    happened.add(event);
    didNotHappen(); // after that, or it would be counted nowhere
  }

  /** What was announced does not happen. */
  void didNotHappen() {
    announced.decrementAndGet();
    soon();
  }

  private void soon() {
    if (monitor.isHeldByCurrentThread()) {
      monitor.lastly(this::tellAll);
    } else {
      tellAll();
    }
  }

  /** Whether all are told, and none is to come. If not, {@code whenAllTold} is run then. */
  boolean isOver() {
    if (isNothingLeft()) {
      return true;
    }
    isAwaited = true; // before one more look: who tells the last one looks at it after that
    return isNothingLeft();
  }

  private boolean isNothingLeft() {
    // In this order: it is announced, then it has happened, is taken out, and told.
    return announced.get() == 0 && happened.isEmpty() && toTell.get() == 0;
  }

  private void tellAll() {
    if (toTell.getAndIncrement() > 0) {
      return; // another thread is at it, and will look again
    }
    int seen = 1;
    while (seen > 0) {
      for (Runnable event = happened.poll(); event != null; event = happened.poll()) {
        attempt(event);
      }
      seen = toTell.addAndGet(-seen);
    }
    if (isAwaited) {
      isAwaited = false;
      whenAllTold.run();
    }
  }

  /**
   * An executor of the application may throw whatever it likes; the next event is told all the
   * same.
   */
  private static void attempt(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException | Error e) {
      LOG.error("An event could not be told", e);
    }
  }
}
