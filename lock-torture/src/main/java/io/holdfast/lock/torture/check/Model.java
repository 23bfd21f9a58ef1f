package io.holdfast.lock.torture.check;

import java.util.Optional;

/**
 * How a kind of lock behaves when calls happen one after the other, each at one instant.
 *
 * @param <S> its state: immutable, with {@code equals} and {@code hashCode} by value
 */
public interface Model<S> {

  /** Before the first call. */
  S initial();

  /** After this call, if in this state it can have had the answer that it had; else empty. */
  Optional<S> apply(S state, Call call);

  /**
   * Whether nothing else need be tried if what comes after this call has no order: if there is any
   * order of all that is left, there is one that begins with this call.
   *
   * @param before the state before the call
   * @param after the state after it
   */
  default boolean isCertain(S before, Call call, S after) {
    return !call.isOptional() && after.equals(before);
  }
}
