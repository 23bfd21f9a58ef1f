package io.holdfast.benchmarks.subject;

/** A client of one server, or of the nodes of a quorum, that is measured. Any thread. */
public interface LockSubject extends AutoCloseable {

  /** The lock of this name. */
  LockHandle lock(String name);

  /** The lock of this name that goes round in the order of arrival. */
  LockHandle fairLock(String name);

  /** The read-write lock of this name. */
  ReadWriteHandle readWriteLock(String name);

  /** The semaphore of this name and number of permits. */
  PermitHandle semaphore(String name, int permits);

  /**
   * The same with permits in the order of arrival; of a subject that has no such thing, the one
   * that it has.
   */
  PermitHandle fairSemaphore(String name, int permits);

  /** The pool of this name, whose permits come back when their holder dies. */
  PermitHandle permitPool(String name, int permits);

  /**
   * How often locks of this client asked all nodes for nothing, since it was opened: who did not
   * get a majority has given back what it had got. Zero where there is one server, and of a subject
   * that does not tell.
   */
  default long lostRounds() {
    return 0;
  }

  /** Closes its connections and ends its threads. */
  @Override
  void close();
}
