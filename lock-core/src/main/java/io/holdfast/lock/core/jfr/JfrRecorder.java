package io.holdfast.lock.core.jfr;

import org.jspecify.annotations.Nullable;

/** The flight recorder of this JVM. */
final class JfrRecorder implements Recorder {

  // Never written: they tell whether events like them are recorded, without an object for each
  // question. They also load the classes now: later, near the end of a stack, these could not be
  // initialized, and never again.
  private final LockAcquireEvent anyAttempt = new LockAcquireEvent();
  private final LockHoldEvent anyHold = new LockHoldEvent();
  private final LockLostEvent anyLoss = new LockLostEvent();
  private final ServerCallEvent anyCall = new ServerCallEvent();
  private final LeaseRenewalEvent anyRenewal = new LeaseRenewalEvent();
  private final ConnectionChangeEvent anyChange = new ConnectionChangeEvent();

  @Override
  public @Nullable AttemptSpan attempt() {
    if (!anyAttempt.isEnabled()) {
      return null;
    }
    LockAcquireEvent event = new LockAcquireEvent();
    event.begin();
    return event;
  }

  @Override
  public @Nullable HoldSpan hold() {
    if (!anyHold.isEnabled()) {
      return null;
    }
    LockHoldEvent event = new LockHoldEvent();
    event.begin();
    return event;
  }

  @Override
  public @Nullable CallSpan call() {
    if (!anyCall.isEnabled()) {
      return null;
    }
    ServerCallEvent event = new ServerCallEvent();
    event.begin();
    return event;
  }

  @Override
  public @Nullable RenewalSpan renewal() {
    if (!anyRenewal.isEnabled()) {
      return null;
    }
    LeaseRenewalEvent event = new LeaseRenewalEvent();
    event.begin();
    return event;
  }

  @Override
  public void lost(Subject subject, long token, String cause, long sinceRenewalNanos) {
    if (anyLoss.isEnabled()) {
      new LockLostEvent().tell(subject, token, cause, sinceRenewalNanos);
    }
  }

  @Override
  public void connection(
      String client, String connection, String server, String state, String reason) {
    if (anyChange.isEnabled()) {
      new ConnectionChangeEvent().tell(client, connection, server, state, reason);
    }
  }
}
