package io.holdfast.lock.core.jfr;

import io.holdfast.lock.LossCause;
import org.jspecify.annotations.Nullable;

/** Nobody records in this JVM, or cannot. */
final class NoRecorder implements Recorder {

  @Override
  public @Nullable LockSpan attempt() {
    return null;
  }

  @Override
  public @Nullable LockSpan condition() {
    return null;
  }

  @Override
  public @Nullable CallSpan call() {
    return null;
  }

  @Override
  public @Nullable RenewalSpan renewal() {
    return null;
  }

  @Override
  public void lost(
      Source source, String lock, long token, LossCause cause, long sinceRenewalNanos) {}

  @Override
  public void connection(
      String client, String connection, String server, String state, String reason) {}
}
