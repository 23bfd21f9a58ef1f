package io.holdfast.lock.core.jfr;

import io.holdfast.lock.LossCause;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The flight recorder of this JVM. */
final class JfrRecorder implements Recorder {

  // Never written: they tell whether events like them are recorded, without an object for each
  // question.
  private final LockLostEvent anyLoss = new LockLostEvent();
  private final ServerCallEvent anyCall = new ServerCallEvent();
  private final LeaseRenewalEvent anyRenewal = new LeaseRenewalEvent();
  private final ConnectionChangeEvent anyChange = new ConnectionChangeEvent();

  /** Loads all classes that it will need: in a thread of its own there is room for that. */
  JfrRecorder() {
    var unused = RecordedLock.find();
    Unrecorded.load();
  }

  @Override
  public @Nullable LockSpan attempt() {
    RecordedLock span = RecordedLock.find();
    if (span != null) {
      span.attemptBegins();
    }
    return span;
  }

  @Override
  public @Nullable LockSpan condition() {
    return RecordedLock.find();
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
  public void lost(
      Source source, String lock, long token, LossCause cause, long sinceRenewalNanos) {
    try {
      if (anyLoss.isEnabled()) {
        new LockLostEvent()
            .tell(source, lock, token, cause.name().toLowerCase(Locale.ROOT), sinceRenewalNanos);
      }
    } catch (RuntimeException | Error e) {
      Unrecorded.because(e);
    }
  }

  @Override
  public void connection(
      String client, String connection, String server, String state, String reason) {
    try {
      if (anyChange.isEnabled()) {
        new ConnectionChangeEvent().tell(client, connection, server, state, reason);
      }
    } catch (RuntimeException | Error e) {
      Unrecorded.because(e);
    }
  }
}
