package io.holdfast.lock.core.jfr;

import org.jspecify.annotations.Nullable;

/** There is no flight recorder in this JVM. */
final class NoRecorder implements Recorder {

  @Override
  public @Nullable AttemptSpan attempt() {
    return null;
  }

  @Override
  public @Nullable HoldSpan hold() {
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
  public void lost(Subject subject, long token, String cause, long sinceRenewalNanos) {}

  @Override
  public void connection(
      String client, String connection, String server, String state, String reason) {}
}
