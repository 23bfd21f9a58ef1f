package io.holdfast.lock.redlock;

import java.util.List;

/** What a node says to a block of tokens that is proposed to it. */
sealed interface Acceptance {

  /** It will agree to none that is not above these. */
  record Accepted() implements Acceptance {}

  /**
   * It knows of higher ones.
   *
   * @param highest the last that it knows
   */
  record Refused(long highest) implements Acceptance {}

  /**
   * It will agree to none that is not above these, but may have forgotten higher ones: it does not
   * count.
   */
  record Noted() implements Acceptance {}

  /** The acquisition does not have its vote any more. */
  record NotHeld() implements Acceptance {}

  /** What the script has answered. */
  static Acceptance of(List<Object> reply) {
    return switch (String.valueOf(reply.get(0))) {
      case "ACCEPTED" -> new Accepted();
      case "NOTED" -> new Noted();
      case "REFUSED" -> new Refused((Long) reply.get(1));
      case "NOT_HELD" -> new NotHeld();
      default -> throw new IllegalArgumentException("unknown reply " + reply);
    };
  }
}
