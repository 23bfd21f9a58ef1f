package io.holdfast.lock.torture.history;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What else is known at a record. Immutable; nothing has to be known.
 *
 * @param hold which hold it is about, {@linkplain HistoryWriter#newHold() unique} among all
 *     processes
 * @param token the fencing token
 * @param holdCount at the end of an acquisition the count that the lock reports; at a release the
 *     count that is to be left
 * @param deadlineNanos until when the owner believes to hold, on {@link System#nanoTime()}
 * @param waitNanos how long the operation may wait; without bound if empty and the kind waits
 * @param ticket the place in the server's queue
 * @param permits how many permits
 * @param error the simple name of the exception, or other words that tell apart how it failed
 */
public record Facts(
    OptionalLong hold,
    OptionalLong token,
    OptionalInt holdCount,
    OptionalLong deadlineNanos,
    OptionalLong waitNanos,
    OptionalLong ticket,
    OptionalInt permits,
    Optional<String> error) {

  private static final Facts NONE =
      new Facts(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          Optional.empty());

  /** Nothing. */
  public static Facts none() {
    return NONE;
  }

  /** About this hold. */
  public static Facts ofHold(long hold) {
    return NONE.hold(hold);
  }

  /** About this hold. */
  public Facts hold(long id) {
    return new Facts(
        OptionalLong.of(id), token, holdCount, deadlineNanos, waitNanos, ticket, permits, error);
  }

  /** With this token. */
  public Facts token(long number) {
    return new Facts(
        hold, OptionalLong.of(number), holdCount, deadlineNanos, waitNanos, ticket, permits, error);
  }

  /** With this hold count. */
  public Facts holdCount(int count) {
    return new Facts(
        hold, token, OptionalInt.of(count), deadlineNanos, waitNanos, ticket, permits, error);
  }

  /** With this deadline on {@link System#nanoTime()}. */
  public Facts deadlineNanos(long nanos) {
    return new Facts(
        hold, token, holdCount, OptionalLong.of(nanos), waitNanos, ticket, permits, error);
  }

  /** With this longest wait. */
  public Facts waitNanos(long nanos) {
    return new Facts(
        hold, token, holdCount, deadlineNanos, OptionalLong.of(nanos), ticket, permits, error);
  }

  /** With this place in the queue. */
  public Facts ticket(long number) {
    return new Facts(
        hold, token, holdCount, deadlineNanos, waitNanos, OptionalLong.of(number), permits, error);
  }

  /** With this number of permits. */
  public Facts permits(int count) {
    return new Facts(
        hold, token, holdCount, deadlineNanos, waitNanos, ticket, OptionalInt.of(count), error);
  }

  /** Failed so. */
  public Facts error(String name) {
    return new Facts(
        hold, token, holdCount, deadlineNanos, waitNanos, ticket, permits, Optional.of(name));
  }

  /** Failed with this exception. */
  public Facts error(Throwable thrown) {
    return error(thrown.getClass().getSimpleName());
  }

  /** What is known; what is not, as the earlier facts have it. Errors are not taken over. */
  Facts orElse(Facts earlier) {
    return new Facts(
        hold.isPresent() ? hold : earlier.hold,
        token.isPresent() ? token : earlier.token,
        holdCount.isPresent() ? holdCount : earlier.holdCount,
        deadlineNanos.isPresent() ? deadlineNanos : earlier.deadlineNanos,
        waitNanos.isPresent() ? waitNanos : earlier.waitNanos,
        ticket.isPresent() ? ticket : earlier.ticket,
        permits.isPresent() ? permits : earlier.permits,
        error);
  }
}
