package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.Acquisition;
import java.util.OptionalLong;

/**
 * What questions of kinds that count say besides, and what their answers tell. Where a lock has its
 * tokens, they have the number of what the permits are of. Has no state. Any thread.
 */
public final class CountingWords {

  private CountingWords() {}

  /**
   * What a question says besides the number of permits.
   *
   * @param declared how many there are if nobody has said so before
   * @param mayOvertake whether it may be served before others that wait
   * @param acknowledged the numbers of requests that the server may forget, each behind a blank
   */
  public static String question(int declared, boolean mayOvertake, String acknowledged) {
    return declared + (mayOvertake ? " b" : " f") + acknowledged;
  }

  /** The number of what its permits were taken of; empty if that was not told. */
  public static OptionalLong incarnationOfTaken(Acquisition taken) {
    long number = taken.grantedLease().lastToken();
    return number > 0 ? OptionalLong.of(number) : OptionalLong.empty();
  }

  /** The number of what is there, which an acquisition is told that waits; empty if it was not. */
  public static OptionalLong incarnationOfQueued(Acquisition queued) {
    return queued.said().stream().mapToLong(Long::parseLong).findFirst();
  }
}
