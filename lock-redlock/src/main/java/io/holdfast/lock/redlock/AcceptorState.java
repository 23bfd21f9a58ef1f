package io.holdfast.lock.redlock;

import java.util.Optional;

/**
 * What a node that is asked for its vote remembers of the tokens of the lock, and since when it has
 * forgotten nothing.
 *
 * @param hasAgreed whether it has agreed to the tokens that came along with the question
 * @param highest the highest that it had agreed to before
 * @param isSure whether it cannot have forgotten that it agreed to a higher one
 * @param epoch names the time since which it has forgotten nothing; empty if it has not begun, or
 *     nobody asked
 */
record AcceptorState(boolean hasAgreed, long highest, boolean isSure, String epoch) {

  /** Of a node that was not asked for it. */
  static final AcceptorState NONE = new AcceptorState(false, 0, false, "");

  /** What the script that votes has answered. */
  static AcceptorState of(Optional<String> detail) {
    return detail.map(AcceptorState::read).orElse(NONE);
  }

  private static AcceptorState read(String detail) {
    String[] items = detail.split(" ", 4);
    return new AcceptorState(
        items[0].equals("1"), Long.parseLong(items[1]), items[2].equals("1"), items[3]);
  }
}
