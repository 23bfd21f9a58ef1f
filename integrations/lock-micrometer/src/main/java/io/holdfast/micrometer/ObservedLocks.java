package io.holdfast.micrometer;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks whose sections are observed: each from the call that asks for the lock to the end of the
 * hold, with the events {@code acquired} and {@code lost}.
 *
 * <pre>{@code
 * Locks locks = ObservedLocks.of(client, LockKind.PLAIN, observations);
 * locks.get("order:42").withLock(() -> work());
 * }</pre>
 *
 * <p>Each section is the current observation while the work of {@link DistributedLock#withLock}
 * runs, and while the work of {@link DistributedLock#withLockAsync} is begun: spans of what it does
 * come below that of the section. Holds that begin and end by separate calls are observed, but are
 * not the current observation in between: nobody knows in which order they end.
 *
 * <p>A thread that enters a lock once more adds nothing. A hold that its owner never ends is a
 * section that never ends. Any thread. With a registry that has no handler it costs next to
 * nothing.
 */
public final class ObservedLocks implements Locks {

  private static final Logger LOG = LoggerFactory.getLogger(ObservedLocks.class);

  private final Locks locks;
  private final LockKind kind;
  private final ObservationRegistry registry;
  private final LockTags tags;
  private final SectionConvention convention;
  private final OpenSections open = new OpenSections();

  private ObservedLocks(
      Locks locks,
      LockKind kind,
      ObservationRegistry registry,
      LockTags tags,
      SectionConvention convention) {
    this.locks = Objects.requireNonNull(locks, "locks");
    this.kind = Objects.requireNonNull(kind, "kind");
    this.registry = Objects.requireNonNull(registry, "registry");
    this.tags = Objects.requireNonNull(tags, "tags");
    this.convention = Objects.requireNonNull(convention, "convention");
  }

  /** With the group of a lock's name as its tag: {@link LockTags#byGroup()}. */
  public static ObservedLocks of(Locks locks, LockKind kind, ObservationRegistry registry) {
    return of(locks, kind, registry, LockTags.byGroup(), new DefaultSectionConvention());
  }

  /**
   * With these tags and names.
   *
   * @param convention used unless the registry has one for {@link SectionContext}
   */
  public static ObservedLocks of(
      Locks locks,
      LockKind kind,
      ObservationRegistry registry,
      LockTags tags,
      SectionConvention convention) {
    return new ObservedLocks(locks, kind, registry, tags, convention);
  }

  @Override
  public DistributedLock get(String name) {
    return new ObservedLock(locks.get(name), this, true);
  }

  @Override
  public DistributedLock get(String name, AcquireOptions options) {
    return new ObservedLock(locks.get(name, options), this, ObservedLock.waits(options));
  }

  /** Begins with the call that asks for the lock. */
  Section begin(String lockName, boolean waits) {
    SectionContext context =
        new SectionContext(kind, lockName, tagOf(lockName), Thread.currentThread().getName());
    return new Section(observation(context), registry, context, waits).start();
  }

  private String tagOf(String lockName) {
    try {
      return tags.tagOf(kind, lockName);
    } catch (Throwable e) {
      LOG.warn("The tagger failed; a lock has no tag", e);
      return LockTags.OTHER;
    }
  }

  private Observation observation(SectionContext context) {
    try {
      return Observation.createNotStarted(null, convention, () -> context, registry);
    } catch (Throwable e) {
      LOG.warn("An observation could not be started; the section is not observed", e);
      return Observation.NOOP;
    }
  }

  /** Those of threads. */
  OpenSections open() {
    return open;
  }

  @Override
  public String toString() {
    return "ObservedLocks[%s, %s]".formatted(kind.text(), locks);
  }
}
