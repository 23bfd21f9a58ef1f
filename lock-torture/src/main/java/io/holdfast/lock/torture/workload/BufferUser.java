package io.holdfast.lock.torture.workload;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LeaseLostException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** One thread of a {@link BufferWorker}: the example of a bounded buffer, as the JDK has it. */
final class BufferUser {

  private final String owner;
  private final DistributedLock lock;
  private final Condition notFull;
  private final Condition notEmpty;
  private final BufferStore store;
  private final BooleanSupplier isStopped;
  private final Fate fate;
  private final AtomicLong done = new AtomicLong();

  /** Where a thread may be told to die. */
  interface Fate {

    /** It is about to ask for the lock. */
    void beforeAsking();

    /** It has changed the buffer, holds the lock, and has told nobody. */
    void beforeSignal();
  }

  /**
   * One thread.
   *
   * @param owner unique among all users
   * @param isStopped whether it shall end: a producer at once, a consumer when nothing is left
   * @param fate is asked before and inside
   */
  BufferUser(
      String owner, DistributedLock lock, BufferStore store, BooleanSupplier isStopped, Fate fate) {
    this.owner = owner;
    this.lock = lock;
    this.notFull = lock.newCondition("notFull");
    this.notEmpty = lock.newCondition("notEmpty");
    this.store = store;
    this.isStopped = isStopped;
    this.fate = fate;
  }

  /** How many it has put, or taken. Any thread may ask. */
  long done() {
    return done.get();
  }

  String owner() {
    return owner;
  }

  void produce() throws InterruptedException {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = underLock(this::put);
    }
  }

  void consume() throws InterruptedException {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = underLock(this::take);
    }
  }

  /** Has everybody look again whether he is to go on. */
  void wakeAll() throws InterruptedException {
    underLock(
        () -> {
          notFull.signalAll();
          notEmpty.signalAll();
          return true;
        });
  }

  /** What is done with the buffer. */
  @FunctionalInterface
  private interface Section {
    boolean run() throws InterruptedException;
  }

  private boolean underLock(Section section) throws InterruptedException {
    fate.beforeAsking();
    lock.lock();
    try {
      return section.run();
    } catch (LeaseLostException e) {
      System.out.println("lost " + e.getMessage());
      return true;
    } finally {
      if (lock.isHeldByCurrentThread()) {
        lock.unlock();
      }
    }
  }

  private boolean put() throws InterruptedException {
    while (store.size() >= BufferStore.CAPACITY) {
      if (isStopped.getAsBoolean()) {
        return false;
      }
      notFull.await();
    }
    if (isStopped.getAsBoolean()) {
      return false;
    }
    long length = store.put(owner + "-" + (done.get() + 1));
    done.incrementAndGet();
    if (length > BufferStore.CAPACITY) {
      System.out.println("overfull " + length);
    }
    fate.beforeSignal();
    notEmpty.signal();
    return true;
  }

  private boolean take() throws InterruptedException {
    while (store.size() == 0) {
      if (isStopped.getAsBoolean()) {
        return false;
      }
      notEmpty.await();
    }
    if (store.take().isEmpty()) {
      System.out.println("empty");
      return true;
    }
    done.incrementAndGet();
    fate.beforeSignal();
    notFull.signal();
    return true;
  }
}
