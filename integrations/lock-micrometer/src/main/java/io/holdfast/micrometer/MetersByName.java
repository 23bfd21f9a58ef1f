package io.holdfast.micrometer;

import io.holdfast.lock.LockKind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the meters for a lock. The name is reduced to a bounded tag before a meter is looked up:
 * neither names nor clients make this grow. Any thread.
 */
final class MetersByName {

  private static final Logger LOG = LoggerFactory.getLogger(MetersByName.class);

  /** Its meters record nothing, as it has no registry inside. */
  static final MeterRegistry NOWHERE = new CompositeMeterRegistry();

  /** Names of late, each in the place that its hash says: mostly a look at one entry suffices. */
  private static final int PLACES = 256; // a power of two

  private record Key(LockKind kind, String lockTag, String clientTag) {}

  private record Entry(LockKind kind, String lockName, String clientLabel, LockMeters meters) {

    boolean isOf(LockKind otherKind, String otherName, String otherLabel) {
      return kind == otherKind && lockName.equals(otherName) && clientLabel.equals(otherLabel);
    }
  }

  private final MeterRegistry registry;
  private final LockTags tags;
  private final ConcurrentMap<Key, LockMeters> meters = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<@Nullable Entry> ofLate = new AtomicReferenceArray<>(PLACES);

  MetersByName(MeterRegistry registry, LockTags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  LockMeters of(LockKind kind, String lockName, String clientLabel) {
    int hash = lockName.hashCode() * 31 + kind.hashCode();
    int place = (hash ^ hash >>> 16) & (PLACES - 1);
    Entry entry = ofLate.getPlain(place); // immutable: an old one is as good
    if (entry == null || !entry.isOf(kind, lockName, clientLabel)) {
      entry = new Entry(kind, lockName, clientLabel, find(kind, lockName, clientLabel));
      ofLate.setPlain(place, entry);
    }
    return entry.meters();
  }

  private LockMeters find(LockKind kind, String lockName, String clientLabel) {
    Key key = new Key(kind, tags.tagOf(kind, lockName), ClientTag.of(clientLabel));
    LockMeters present = meters.get(key);
    return present != null ? present : meters.computeIfAbsent(key, this::register);
  }

  /** A registry that will not have the meters is not asked again with each event. */
  private LockMeters register(Key key) {
    try {
      return new LockMeters(registry, key.kind(), key.lockTag(), key.clientTag());
    } catch (RuntimeException e) {
      LOG.warn("The registry refused the meters of {}: these locks are not measured", key, e);
      return new LockMeters(NOWHERE, key.kind(), key.lockTag(), key.clientTag());
    }
  }
}
