package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Mode;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.Phase;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One owner's hold, as far as its records tell.
 *
 * @param acquisition how it was obtained
 * @param begin when the owner knew of it
 * @param hold its id
 * @param end the invocation of what ended it; empty if nothing did
 * @param acknowledged the end of that call
 * @param deadlineNanos the latest deadline the owner believed in
 * @param lossNanos when the owner was told of its loss
 * @param forcedNanos when somebody called for it to be ended by force
 * @param lastSeenNanos the last sign of life of its process
 */
record Turn(
    Operation acquisition,
    Event begin,
    long hold,
    Optional<Event> end,
    Optional<Event> acknowledged,
    OptionalLong deadlineNanos,
    OptionalLong lossNanos,
    OptionalLong forcedNanos,
    long lastSeenNanos) {

  String lock() {
    return begin.lock();
  }

  Mode mode() {
    return acquisition.kind().mode();
  }

  int permits() {
    return acquisition.facts().permits().orElse(1);
  }

  OptionalLong token() {
    return begin.facts().token();
  }

  /** Its place in the order in which the server saw the waiters. */
  OptionalLong arrival() {
    return begin.facts().ticket();
  }

  long beginNanos() {
    return begin.nanos();
  }

  /** Until when the owner acted as one: to its release, or its last sign of life. */
  long actualEndNanos() {
    return end.map(Event::nanos).orElse(Math.max(lastSeenNanos, beginNanos()));
  }

  /** Until when the owner had reason to act as one. */
  long believedEndNanos() {
    long believed = actualEndNanos();
    believed = Math.min(believed, deadlineNanos.orElse(believed));
    believed = Math.min(believed, lossNanos.orElse(believed));
    return Math.min(believed, forcedNanos.orElse(believed));
  }

  /** Whether the owner had reason to act as one then, after its beginning. */
  boolean believesAt(long nanos) {
    return believedEndNanos() > nanos;
  }

  /** Whether it was over before its owner could look, which so never had reason to act. */
  boolean wasOverAtOnce() {
    return deadlineNanos.orElse(Long.MAX_VALUE) <= beginNanos();
  }

  /** Whether its end was acknowledged, so that the lock was free then for certain. */
  boolean isReleased() {
    return acknowledged.filter(event -> event.phase() == Phase.OK).isPresent();
  }

  boolean hasSameOwner(Turn other) {
    return begin.pid() == other.begin.pid() && begin.thread() == other.begin.thread();
  }

  /** For reports: process/thread, hold, token. */
  String who() {
    return "%s/%s (hold %s%s)"
        .formatted(
            begin.pid(),
            begin.thread(),
            Event.shortHold(hold),
            token().isPresent() ? ", token " + token().getAsLong() : "");
  }
}
