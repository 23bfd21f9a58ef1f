package io.holdfast.lock.cli;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.ReadWriteInspection;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.gate.Revocable;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.semaphore.Semaphores;
import java.util.Locale;
import java.util.Optional;

/** Which kind of lock a name is of. */
public enum LockKind {
  /** The plain re-entrant lock. */
  LOCK("lock", "lock"),
  /** The lock in order of arrival. */
  FAIR("fair", "fair"),
  /** The read lock of a read-write lock. */
  READ("rw", "rwr"),
  /** The write lock of a read-write lock. */
  WRITE("rw", "rw"),
  /** A pool of permits, which is no lock. */
  POOL("pool", "poolr"),
  /** A semaphore, whose permits nobody owns. */
  SEMAPHORE("sem", "sem"),
  /** A latch, which nobody owns. */
  LATCH("latch", "latch");

  private final String segment;
  private final String holderSegment;

  LockKind(String segment, String holderSegment) {
    this.segment = segment;
    this.holderSegment = holderSegment;
  }

  /** What stands for it in keys. */
  public String segment() {
    return segment;
  }

  /** What stands for it in the keys that are there while somebody holds it. */
  public String holderSegment() {
    return holderSegment;
  }

  /** All keys that a lock of this name may have. */
  public LockKeys keys(Keyspace keyspace, String name) {
    return switch (this) {
      case LOCK, FAIR, LATCH -> keyspace.lock(segment, name);
      case READ, WRITE, POOL, SEMAPHORE -> keyspace.sharedLock(segment, name);
    };
  }

  /**
   * The lock of this name.
   *
   * @throws UsageException if this is no kind of lock
   */
  public DistributedLock of(HoldfastClient client, String name) {
    return switch (this) {
      case LOCK -> client.lock(name);
      case FAIR -> new FairLocks(client).get(name);
      case READ -> new ReadWriteLocks(client).get(name).readLock();
      case WRITE -> new ReadWriteLocks(client).get(name).writeLock();
      case POOL -> throw new UsageException("--kind pool: a pool of permits is not a lock");
      case SEMAPHORE, LATCH ->
          throw new UsageException("--kind %s: a %s has no owner".formatted(word(), noun()));
    };
  }

  /** Whether somebody owns what there is of it; otherwise it is a number. */
  public boolean hasOwners() {
    return this != SEMAPHORE && this != LATCH;
  }

  /** Whether its key is a text while nobody waits ({@code holder_key.lua}). */
  public boolean mayBeThin() {
    return this == LOCK || this == FAIR;
  }

  /** The same, or the pool, for commands that look at its holders and take from one of them. */
  public Revocable revocable(HoldfastClient client, String name) {
    Object it =
        this == POOL
            ? new Semaphores(client).pool(name, 1) // whatever its size
            : of(client, name);
    return (Revocable) it;
  }

  /** What it is, for people. */
  public String noun() {
    return switch (this) {
      case LOCK -> "lock";
      case FAIR -> "fair lock";
      case READ -> "read lock";
      case WRITE -> "write lock";
      case POOL -> "pool";
      case SEMAPHORE -> "semaphore";
      case LATCH -> "latch";
    };
  }

  /** How it is called on command lines. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Both sides, if it is one of two; asks the server. */
  public Optional<ReadWriteInspection> inspectPair(HoldfastClient client, String name) {
    return switch (this) {
      case LOCK, FAIR, POOL, SEMAPHORE, LATCH -> Optional.empty();
      case READ, WRITE -> Optional.of(new ReadWriteLocks(client).get(name).inspect());
    };
  }
}
