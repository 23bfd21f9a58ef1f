package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Event;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One call as a {@link Model} sees it: what was asked, what was answered.
 *
 * @param action what it does to the lock
 * @param hold whose it is
 * @param succeeded whether it said that it was done
 * @param token the token it returned
 * @param count the hold count it returned; of a release what is left
 * @param permits how many permits it is about
 * @param isOptional whether it may have had no effect at all, since its outcome is unknown
 * @param isContended whether others asked or held at about the same time, so that a refusal needs
 *     no further explanation
 * @param invokedNanos it took effect after this
 * @param returnedNanos it took effect before this; {@link Long#MAX_VALUE} if that is unknown
 * @param expiryNanos from when on the server may have ended this hold by itself
 * @param record what it is drawn from
 */
public record Call(
    Action action,
    long hold,
    boolean succeeded,
    OptionalLong token,
    OptionalInt count,
    int permits,
    boolean isOptional,
    boolean isContended,
    long invokedNanos,
    long returnedNanos,
    long expiryNanos,
    Event record) {

  /** The same, if it may or may not have had its effect, at any time after its invocation. */
  Call asOptional() {
    return new Call(
        action,
        hold,
        succeeded,
        token,
        count,
        permits,
        true,
        isContended,
        invokedNanos,
        Long.MAX_VALUE,
        expiryNanos,
        record);
  }

  /** What a call does. */
  public enum Action {
    /** Begins a hold. */
    ACQUIRE,
    /** Begins a hold with the count that it had before, as a wait for a condition does. */
    RE_ACQUIRE,
    /** Raises the count of a hold. */
    RE_ENTER,
    /** Lowers the count of a hold by one. */
    RELEASE,
    /** Ends a hold, whatever its count. */
    RELEASE_ALL,
    /** Ends whatever hold there is. */
    FORCE
  }
}
