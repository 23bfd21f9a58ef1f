package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.deadlock.Deadlocks.Cycle;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A wait or a hold that lasts long, as it was when it was looked at.
 *
 * @param subject the waiter or the hold
 * @param isWait which of the two
 * @param nanos how long it has lasted
 * @param waiter the name of what waits; null if it is a hold
 * @param others how many more wait here
 * @param owner the name of what has held it here for long; null if nothing has
 * @param heldNanos for how long
 * @param cycle the cycle in which it waits, if that is known
 */
record LongStory(
    Object subject,
    boolean isWait,
    long nanos,
    @Nullable String waiter,
    int others,
    @Nullable String owner,
    long heldNanos,
    Optional<Cycle> cycle) {

  /** With the monitor held. */
  static LongStory ofWait(
      Waiter waiter, long nanos, int others, @Nullable OwnedHold hold, Optional<Cycle> cycle) {
    return new LongStory(
        waiter,
        true,
        nanos,
        waiter.who(),
        others,
        hold == null ? null : hold.who(),
        hold == null ? 0 : hold.heldFor().toNanos(),
        cycle);
  }

  /** With the monitor held. */
  static LongStory ofHold(OwnedHold hold) {
    long nanos = hold.heldFor().toNanos();
    return new LongStory(hold, false, nanos, null, 0, hold.who(), nanos, Optional.empty());
  }

  /** For people. */
  String text(String title, Inspector.Story server) {
    return isWait
        ? "%s: %s has waited for %s s%s%s (%s)%s"
            .formatted(
                title,
                waiter,
                seconds(nanos),
                others > 0 ? ", and %s more here".formatted(others) : "",
                owner == null ? "" : "; " + heldHere(),
                server.text(),
                cycle.map(known -> "; deadlock: " + known).orElse(""))
        : "%s: %s while others wait (%s)".formatted(title, heldHere(), server.text());
  }

  private String heldHere() {
    return "%s here has held it for %s s".formatted(owner, seconds(heldNanos));
  }

  private static long seconds(long nanos) {
    return TimeUnit.NANOSECONDS.toSeconds(nanos);
  }
}
