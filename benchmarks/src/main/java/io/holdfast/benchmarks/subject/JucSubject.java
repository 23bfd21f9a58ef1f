package io.holdfast.benchmarks.subject;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The classes of {@code java.util.concurrent} by name: {@code ReentrantLock}, not fair and fair,
 * {@code ReentrantReadWriteLock} and {@code Semaphore}. They ask no server and protect within one
 * JVM only: what a turn costs when nobody else has to know of it. None of them has tokens.
 */
final class JucSubject implements LockSubject {

  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
  private final Map<String, ReentrantLock> fairLocks = new ConcurrentHashMap<>();
  private final Map<String, ReentrantReadWriteLock> pairs = new ConcurrentHashMap<>();
  private final Map<String, Semaphore> semaphores = new ConcurrentHashMap<>();
  private final Map<String, Semaphore> fairSemaphores = new ConcurrentHashMap<>();

  private JucSubject() {}

  static LockSubject open() {
    return new JucSubject();
  }

  @Override
  public LockHandle lock(String name) {
    return new PlainLock(locks.computeIfAbsent(name, key -> new ReentrantLock()));
  }

  @Override
  public LockHandle fairLock(String name) {
    return new PlainLock(fairLocks.computeIfAbsent(name, key -> new ReentrantLock(true)));
  }

  @Override
  public ReadWriteHandle readWriteLock(String name) {
    ReentrantReadWriteLock pair = pairs.computeIfAbsent(name, key -> new ReentrantReadWriteLock());
    return new ReadWriteHandle(new PlainLock(pair.readLock()), new PlainLock(pair.writeLock()));
  }

  @Override
  public PermitHandle semaphore(String name, int permits) {
    return permits(semaphores.computeIfAbsent(name, key -> new Semaphore(permits)));
  }

  @Override
  public PermitHandle fairSemaphore(String name, int permits) {
    return permits(fairSemaphores.computeIfAbsent(name, key -> new Semaphore(permits, true)));
  }

  /** The fair semaphore: there is no other kind, and who holds a permit cannot die alone. */
  @Override
  public PermitHandle permitPool(String name, int permits) {
    return fairSemaphore(name, permits);
  }

  private static PermitHandle permits(Semaphore semaphore) {
    HeldPermit permit = new OfSemaphore(semaphore);
    return () -> {
      semaphore.acquire();
      return permit;
    };
  }

  @Override
  public void close() {}

  private record OfSemaphore(Semaphore semaphore) implements HeldPermit {

    @Override
    public OptionalLong token() {
      return OptionalLong.empty();
    }

    @Override
    public void release() {
      semaphore.release();
    }
  }
}
