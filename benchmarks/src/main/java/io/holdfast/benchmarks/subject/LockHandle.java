package io.holdfast.benchmarks.subject;

import java.util.OptionalLong;

/** One lock of one client. For use by the threads of one JVM. */
public interface LockHandle {

  /** Waits for the lock. */
  void lock();

  /** Gives it back, and waits for the server where it has to be told. */
  void unlock();

  /** The fencing token of the current thread's hold; empty if the subject has no such thing. */
  OptionalLong token();
}
