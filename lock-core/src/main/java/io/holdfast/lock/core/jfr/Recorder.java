package io.holdfast.lock.core.jfr;

import io.holdfast.lock.LossCause;
import org.jspecify.annotations.Nullable;

/**
 * Tells the flight recorder. What takes time has a span, which begins when it is asked for, and is
 * null if nobody records such things now. Any thread; nothing here waits, and nothing but a span
 * that begins throws: that may lack memory.
 */
public interface Recorder {

  /** The one of this JVM. Until somebody records something in it, there is none to tell. */
  static Recorder here() {
    return RecorderOfJvm.present();
  }

  /** Looks whether there is one now; from a moment later on it is told. */
  static void look() {
    RecorderOfJvm.look();
  }

  /**
   * The same; if there is one, whatever happens after this call is told, unless the thread is
   * interrupted, or the events cannot be loaded within 5 s. Waits for no network.
   */
  static void lookAndWait() {
    RecorderOfJvm.lookAndWait();
  }

  /** Somebody asks for a lock, for permits, or for a latch. */
  @Nullable LockSpan attempt();

  /** Somebody waits for a signal, and will have a lock behind it. */
  @Nullable LockSpan condition();

  /** A request is sent to the server. */
  @Nullable CallSpan call();

  /** Leases are renewed. */
  @Nullable RenewalSpan renewal();

  /**
   * A hold is lost.
   *
   * @param cause why
   * @param sinceRenewalNanos since the last request that the server answered with a new expiry
   */
  void lost(Source source, String lock, long token, LossCause cause, long sinceRenewalNanos);

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
