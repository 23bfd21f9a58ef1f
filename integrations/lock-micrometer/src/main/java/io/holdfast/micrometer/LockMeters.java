package io.holdfast.micrometer;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.LossCause;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The meters of the locks with one tag. All are registered at once, so that a dashboard shows zero
 * before the first failure.
 */
final class LockMeters {

  private final Timer acquired;
  private final Map<Why, Timer> failed = new EnumMap<>(Why.class); // never changed
  private final Timer released;
  private final Timer passedOn;
  private final Timer lostHold;
  private final Map<LossCause, Counter> lost = new EnumMap<>(LossCause.class); // never changed

  LockMeters(MeterRegistry registry, LockKind kind, String lockTag, String clientTag) {
    Tags tags = Tags.of("kind", kind.text(), "lock", lockTag, "client", clientTag);
    this.acquired = acquire(registry, tags, "acquired");
    for (Why why : Why.values()) {
      failed.put(why, acquire(registry, tags, outcomeOf(why)));
    }
    this.released = hold(registry, tags, "released");
    this.passedOn = hold(registry, tags, "passed");
    this.lostHold = hold(registry, tags, "lost");
    for (LossCause cause : LossCause.values()) {
      lost.put(
          cause,
          Counter.builder("holdfast.lost")
              .description("Holds that ended before their owner released them")
              .tags(tags)
              .tag("cause", cause.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  /** "Held" is what the lock was; the caller was refused. */
  static String outcomeOf(Why why) {
    return why == Why.HELD ? "refused" : why.text();
  }

  private static Timer acquire(MeterRegistry registry, Tags tags, String outcome) {
    return Timer.builder("holdfast.acquire")
        .description("Time from the call that asked for a lock to the end of the attempt")
        .tags(tags)
        .tag("outcome", outcome)
        .register(registry);
  }

  private static Timer hold(MeterRegistry registry, Tags tags, String outcome) {
    return Timer.builder("holdfast.hold")
        .description("Time for which a lock was held")
        .tags(tags)
        .tag("outcome", outcome)
        .register(registry);
  }

  Timer acquired() {
    return acquired;
  }

  Timer failed(Why why) {
    return Objects.requireNonNull(failed.get(why), "why");
  }

  Timer released() {
    return released;
  }

  Timer passedOn() {
    return passedOn;
  }

  Timer lostHold() {
    return lostHold;
  }

  Counter lost(LossCause cause) {
    return Objects.requireNonNull(lost.get(cause), "cause");
  }
}
