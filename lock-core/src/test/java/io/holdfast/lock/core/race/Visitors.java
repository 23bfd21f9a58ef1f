package io.holdfast.lock.core.race;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import java.lang.reflect.Field;
import java.util.Set;

/** What a watchdog watches besides acquisitions, for tests that look in its place. */
public final class Visitors {

  private Visitors() {}

  /** A live view. */
  @SuppressWarnings("unchecked")
  public static Set<Watched> of(Watchdog watchdog) {
    try {
      Field visitors = Watchdog.class.getDeclaredField("visitors");
      visitors.setAccessible(true);
      return (Set<Watched>) visitors.get(watchdog);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Watchdog has no visitors any more", e);
    }
  }
}
