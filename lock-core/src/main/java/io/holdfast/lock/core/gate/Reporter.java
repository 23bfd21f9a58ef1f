package io.holdfast.lock.core.gate;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.EventLog;
import io.holdfast.lock.core.engine.Tally;
import io.holdfast.lock.core.jfr.LockSpan;
import io.holdfast.lock.core.jfr.Recorder;
import io.holdfast.lock.core.jfr.Source;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listeners of a client what happens to its locks of one kind, and counts it. Any thread.
 *
 * @param callbacks where listeners are
 * @param tally of the kind
 * @param kind of the locks
 * @param clientLabel of the client
 * @param source the same for the flight recorder
 */
record Reporter(
    Callbacks callbacks, Tally tally, LockKind kind, String clientLabel, Source source) {

  private static final Logger LOG = LoggerFactory.getLogger(Reporter.class);

  Reporter(Callbacks callbacks, Tally tally, LockKind kind, String clientLabel) {
    this(callbacks, tally, kind, clientLabel, new Source(kind.text(), clientLabel));
  }

  static Reporter of(Engine engine, LockKind kind) {
    return new Reporter(
        engine.callbacks(), engine.tallies().of(kind), kind, ClientId.labelOf(engine.clientId()));
  }

  /** Whether anybody listens: if not, no event needs to be made. */
  boolean isHeard() {
    return callbacks.hasListeners();
  }

  /** Whether anybody hears of attempts and releases by the lane of events. */
  boolean isHeardByQueue() {
    return callbacks.hasQueued();
  }

  /** Whether anybody hears of attempts and releases in the threads in which these end. */
  boolean isHeardDirectly() {
    return callbacks.hasDirect();
  }

  /** Tells the flight recorder how an attempt ended, if it records attempts. */
  void record(Waiter.WaitRequest request, String lockName, String outcome, long token) {
    LockSpan span = request.span();
    if (span != null) {
      span.attemptEnded(source, lockName, outcome, token);
    }
  }

  /** The same of one that ended as it began. */
  void recordAtOnce(String lockName, String outcome) {
    LockSpan span = Recorder.here().attempt();
    if (span != null) {
      span.attemptEnded(source, lockName, outcome, 0);
    }
  }

  /** Tells the flight recorder of a loss. */
  void recordLoss(String lockName, long token, LossCause cause, long sinceRenewalNanos) {
    Recorder.here().lost(source, lockName, token, cause, sinceRenewalNanos);
  }

  /** What is written to the log. */
  EventLog log() {
    return callbacks.log();
  }

  LockEvent event(String lockName, long token) {
    return new LockEvent(kind, lockName, token, clientLabel);
  }

  AttemptEvent attempt(String lockName) {
    return new AttemptEvent(kind, lockName, clientLabel);
  }

  /** Tells all listeners. */
  void tell(Consumer<LockListener> event) {
    attempt(() -> callbacks.tell(event));
  }

  /** Tells those that hear by the lane of events. */
  void tellQueued(Consumer<LockListener> event) {
    attempt(() -> callbacks.tellQueued(event));
  }

  /** Tells those that hear in this thread. Called without a monitor: that is the user's code. */
  void tellDirect(Consumer<LockListener> event) {
    try { // as `attempt`, without an object for each
      callbacks.tellDirect(event);
    } catch (RuntimeException | Error e) {
      logged(e);
    }
  }

  /** Tells the same ones by the lane of events. */
  void tellDirectElsewhere(Consumer<LockListener> event) {
    attempt(() -> callbacks.tellDirectElsewhere(event));
  }

  /** Whatever goes wrong with that, the acquisition or release goes on. */
  private static void attempt(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException | Error e) { // such as for want of another thread
      logged(e);
    }
  }

  static void logged(Throwable thrown) {
    try {
      LOG.error("An event could not be told", thrown);
    } catch (RuntimeException | Error e) { // such as at the end of the stack
      // nothing is left to be done
    }
  }
}
