package io.holdfast.benchmarks.subject;

/** A client of one server that is measured. Any thread. */
public interface LockSubject extends AutoCloseable {

  /** The lock of this name. */
  LockHandle lock(String name);

  /** Closes its connections and ends its threads. */
  @Override
  void close();
}
