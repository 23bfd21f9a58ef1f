package io.holdfast.spring;

import io.holdfast.lock.Hold;
import io.holdfast.spring.section.Frame;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * The hold of the innermost {@link Locked} method or {@link HoldTemplate} section that the current
 * thread is in. Of a method that returns a stage or a publisher, the thread is in it until the
 * method returns; operators of a publisher find the hold by {@link #mono()}. No I/O.
 */
public final class CurrentHold {

  private CurrentHold() {}

  /**
   * The fencing token.
   *
   * @throws IllegalStateException if there is no hold, or one of several names
   */
  public static long token() {
    return hold()
        .map(Hold::token)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no hold: this thread is in no @Locked method, or it went on without a lock"));
  }

  /**
   * The hold; empty outside, and where the method went on without a lock.
   *
   * @throws IllegalStateException if it is of several names: see {@link #holds()}
   */
  public static Optional<Hold> hold() {
    return Frame.current().flatMap(Frame::hold);
  }

  /** The hold of each name; empty where {@link #hold()} is. */
  public static SortedMap<String, Hold> holds() {
    return Frame.current()
        .map(Frame::holds)
        .orElseGet(() -> Collections.unmodifiableSortedMap(new TreeMap<>()));
  }

  /** As {@link #hold()}, of the publisher that is subscribed to with this context. */
  public static Optional<Hold> of(ContextView context) {
    return Frame.in(context).flatMap(Frame::hold);
  }

  /** As {@link #of}, for a chain of operators. Empty if there is no hold. */
  public static Mono<Hold> mono() {
    return Mono.deferContextual(context -> Mono.justOrEmpty(of(context)));
  }
}
