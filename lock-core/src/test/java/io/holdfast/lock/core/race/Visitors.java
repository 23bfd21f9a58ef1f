package io.holdfast.lock.core.race;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.engine.Engine;
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
    return (Set<Watched>) field(watchdog, "visitors");
  }

  /** A live view of those of the watchdog of this client. */
  public static Set<Watched> of(HoldfastClient client) {
    return of(((Engine) field(field(client, "parts"), "engine")).watchdog());
  }

  private static Object field(Object owner, String name) {
    try {
      Field field = owner.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(owner);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("%s has no %s any more".formatted(owner.getClass(), name), e);
    }
  }
}
