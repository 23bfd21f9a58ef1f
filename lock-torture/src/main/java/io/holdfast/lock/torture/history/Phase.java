package io.holdfast.lock.torture.history;

import java.util.Arrays;

/** What a record says of an operation. */
public enum Phase {
  /** It begins; written before the call. */
  INVOKE(1),
  /** It succeeded; written after the return. */
  OK(2),
  /** It failed, and for certain had no effect: refused, timed out and withdrawn, interrupted. */
  FAIL(3),
  /** Its outcome is unknown: it may have had its effect, may have it later, or never. */
  INFO(4),
  /** It goes on, and more is known of it: its ticket, a later deadline. */
  NOTE(5),
  /** The owner of a hold was told that the hold is lost. */
  LOST(6);

  private final int code;

  Phase(int code) {
    this.code = code;
  }

  /** What stands for it in a file. */
  int code() {
    return code;
  }

  static Phase of(int code) {
    return Arrays.stream(values())
        .filter(phase -> phase.code == code)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no phase has the code " + code));
  }

  /** Whether an operation ends with it. */
  public boolean isEnd() {
    return this == OK || this == FAIL || this == INFO;
  }
}
