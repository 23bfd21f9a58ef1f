package io.holdfast.lock.torture.history;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * One call, from its invocation to its end.
 *
 * @param invocation when it was called
 * @param queued when its ticket became known, if it did
 * @param completion its end; empty if its process ended before, or the history does
 */
public record Operation(Event invocation, Optional<Event> queued, Optional<Event> completion) {

  /** What came of it. No end is as good as {@link Phase#INFO}. */
  public Phase outcome() {
    return completion.map(Event::phase).orElse(Phase.INFO);
  }

  /** Whether it succeeded for certain. */
  public boolean isOk() {
    return outcome() == Phase.OK;
  }

  /** The name of the lock. */
  public String lock() {
    return invocation.lock();
  }

  /** What was called. */
  public OperationKind kind() {
    return invocation.kind();
  }

  /** Its process. */
  public long pid() {
    return invocation.pid();
  }

  /** When it was called, or a little before. */
  public long invokedNanos() {
    return invocation.nanos();
  }

  /** When it had returned. */
  public OptionalLong completedNanos() {
    return completion.map(Event::nanos).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  /** All that is known of it; where its records differ, as the later says. */
  public Facts facts() {
    Facts before =
        queued
            .map(Event::facts)
            .map(facts -> facts.orElse(invocation.facts()))
            .orElse(invocation.facts());
    return completion.map(Event::facts).map(facts -> facts.orElse(before)).orElse(before);
  }

  /** The last that was recorded of it. */
  public Event last() {
    return completion.or(() -> queued).orElse(invocation);
  }
}
