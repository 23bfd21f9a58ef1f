package io.holdfast.lock.core.engine;

import io.holdfast.lock.LockListener;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.server.ServerLink;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs user code, holding nothing, and survives what it throws: events one after the other, losses
 * beside them, completions of futures, and the work behind them, wherever there is a thread.
 */
public final class Callbacks {

  private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

  /** At most this many events wait for listeners; further events are dropped. */
  public static final int MOST_WAITING = 10_000;

  /**
   * Where what is run.
   *
   * @param events tells listeners of all but losses; in order, if it keeps one
   * @param lostEvents tells listeners of losses
   * @param directEvents tells direct listeners what no thread can tell that may wait
   * @param losses runs what holders want run at a loss: no listener delays it
   * @param completions runs what completes futures, and with them what users hung on to them
   * @param log writes the log
   */
  public record Lanes(
      CallbackDispatcher events,
      CallbackDispatcher lostEvents,
      CallbackDispatcher directEvents,
      CallbackDispatcher losses,
      CallbackDispatcher completions,
      Executor log) {

    /** All of it in one place. */
    public static Lanes all(CallbackDispatcher lane) {
      return new Lanes(lane, lane, lane, lane, lane, lane);
    }
  }

  private final AtomicBoolean isLateTold = new AtomicBoolean();
  private final AtomicBoolean isDropping = new AtomicBoolean();
  private final AtomicLong dropped = new AtomicLong();
  private final Lanes lanes;
  private final List<LockListener> queued;
  private final List<LockListener> direct;
  private final List<LockListener> all;
  private final EventLog log;

  /**
   * With the listeners of the client.
   *
   * @param queued told by the lane of events
   * @param direct told of attempts and releases by the threads in which these end
   */
  public Callbacks(Lanes lanes, List<LockListener> queued, List<LockListener> direct) {
    this.lanes = lanes;
    this.queued = List.copyOf(queued);
    this.direct = List.copyOf(direct);
    this.all = Stream.concat(queued.stream(), direct.stream()).toList();
    this.log = new EventLog(lanes.log(), MonotonicClock.SYSTEM);
  }

  /** With listeners that are all told by the lane of events. */
  public Callbacks(Lanes lanes, List<LockListener> queued) {
    this(lanes, queued, List.of());
  }

  /** What is written to the log of the client's locks. */
  public EventLog log() {
    return log;
  }

  /** Whether anybody listens to events. */
  public boolean hasListeners() {
    return !all.isEmpty();
  }

  /** Whether anybody hears of attempts and releases by the lane of events. */
  public boolean hasQueued() {
    return !queued.isEmpty();
  }

  /** Whether anybody hears of attempts and releases in the threads in which these end. */
  public boolean hasDirect() {
    return !direct.isEmpty();
  }

  /** Tells every listener, unless too many events wait for that. */
  public void tell(Consumer<LockListener> event) {
    tell(all, event);
  }

  /** Tells those that are not told directly, unless too many events wait for that. */
  public void tellQueued(Consumer<LockListener> event) {
    tell(queued, event);
  }

  private void tell(List<LockListener> listeners, Consumer<LockListener> event) {
    if (lanes.events().waiting() >= MOST_WAITING) {
      drop();
    } else {
      lanes.events().execute(() -> tellInTurn(listeners, event));
    }
  }

  /**
   * Tells direct listeners, in this thread. Threads of the client that must never wait, those of
   * the network and the watchdogs, leave it to a lane of its own, where nothing is dropped.
   */
  public void tellDirect(Consumer<LockListener> event) {
    if (ServerLink.isOnEventLoop() || Watchdog.isCurrentThread()) {
      tellDirectElsewhere(event);
    } else {
      tellAll(direct, event);
    }
  }

  /** Tells direct listeners by their lane, where nothing is dropped. */
  public void tellDirectElsewhere(Consumer<LockListener> event) {
    lanes.directEvents().execute(() -> tellAll(direct, event));
  }

  /** Tells every listener of a loss, which is never dropped, and does not wait for other events. */
  public void tellOfLoss(Consumer<LockListener> event) {
    lanes.lostEvents().execute(() -> tellAll(all, event));
  }

  /** Runs what a holder wants run at a loss. */
  public void runAtLoss(Runnable userCode) {
    lanes.losses().execute(userCode);
  }

  /** How many events were dropped. */
  public long dropped() {
    return dropped.get();
  }

  private void drop() {
    dropped.incrementAndGet();
    if (isDropping.compareAndSet(false, true)) {
      LOG.warn(
          "{} events wait because listeners are slow: further events are dropped and counted",
          MOST_WAITING);
    }
  }

  private void tellInTurn(List<LockListener> listeners, Consumer<LockListener> event) {
    if (isDropping.get()
        && lanes.events().waiting() <= MOST_WAITING / 2
        && isDropping.compareAndSet(true, false)) {
      LOG.warn("Listeners receive events again; {} were dropped since the client started", dropped);
    }
    tellAll(listeners, event);
  }

  private static void tellAll(List<LockListener> listeners, Consumer<LockListener> event) {
    for (LockListener listener : listeners) { // as `guard`, without an object for each
      try {
        event.accept(listener);
      } catch (RuntimeException | Error e) {
        CallbackDispatcher.failed(e);
      }
    }
  }

  /** What completes a future was not run in time, and what it was given is reclaimed. */
  public void tellLate(LockKeys keys, Duration limit) {
    if (isLateTold.compareAndSet(false, true)) {
      LOG.warn(
          "{}: the callback executor did not complete a future within {} ms; its hold is released, and requested again when the executor runs the task. Logged once",
          keys.title(),
          limit.toMillis());
    } else {
      LOG.debug("{}: the callback executor is late again", keys.title());
    }
  }

  /** Runs what completes a future. */
  public void complete(Runnable userCode) {
    lanes.completions().execute(userCode);
  }
}
