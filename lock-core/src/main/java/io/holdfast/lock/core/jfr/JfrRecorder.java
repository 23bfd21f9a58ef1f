package io.holdfast.lock.core.jfr;

import java.util.List;
import jdk.jfr.Event;
import org.jspecify.annotations.Nullable;

/** The flight recorder of this JVM. */
final class JfrRecorder implements Recorder {

  /**
   * Loads the events now: later, near the end of a stack, their classes could not be initialized,
   * and never again.
   */
  JfrRecorder() {
    for (Event event :
        List.of(
            new LockAcquireEvent(),
            new LockHoldEvent(),
            new LockLostEvent(),
            new ServerCallEvent(),
            new LeaseRenewalEvent(),
            new ConnectionChangeEvent())) {
      var unused = event.isEnabled();
    }
  }

  @Override
  public @Nullable AttemptSpan attempt() {
    LockAcquireEvent event = new LockAcquireEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  @Override
  public @Nullable HoldSpan hold() {
    LockHoldEvent event = new LockHoldEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  @Override
  public @Nullable CallSpan call() {
    ServerCallEvent event = new ServerCallEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  @Override
  public @Nullable RenewalSpan renewal() {
    LeaseRenewalEvent event = new LeaseRenewalEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  @Override
  public void lost(Subject subject, long token, String cause, long sinceRenewalNanos) {
    LockLostEvent event = new LockLostEvent();
    if (event.isEnabled()) {
      event.tell(subject, token, cause, sinceRenewalNanos);
    }
  }

  @Override
  public void connection(
      String client, String connection, String server, String state, String reason) {
    ConnectionChangeEvent event = new ConnectionChangeEvent();
    if (event.isEnabled()) {
      event.tell(client, connection, server, state, reason);
    }
  }
}
