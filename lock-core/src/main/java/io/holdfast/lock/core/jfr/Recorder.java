package io.holdfast.lock.core.jfr;

import org.jspecify.annotations.Nullable;

/**
 * Tells the flight recorder. What takes time has a span, which begins when it is asked for, and is
 * null if nobody records such things now. Any thread; nothing here waits or throws.
 */
public interface Recorder {

  /** The one of this JVM. */
  Recorder HERE = RecorderOfJvm.find();

  /** Somebody asks for a lock, for permits, or for a latch. */
  @Nullable AttemptSpan attempt();

  /** Somebody has a lock or permits. */
  @Nullable HoldSpan hold();

  /** A request is sent to the server. */
  @Nullable CallSpan call();

  /** Leases are renewed. */
  @Nullable RenewalSpan renewal();

  /**
   * A hold is lost.
   *
   * @param cause why, as {@code LossCause} has it
   * @param sinceRenewalNanos since the last request that the server answered with a new expiry
   */
  void lost(Subject subject, long token, String cause, long sinceRenewalNanos);

  /**
   * A connection is up, or is not.
   *
   * @param client the label of the client
   * @param connection which of its connections
   * @param server the address
   * @param state up, or what it is instead
   * @param reason why it is not up; empty if it is
   */
  void connection(String client, String connection, String server, String state, String reason);
}
