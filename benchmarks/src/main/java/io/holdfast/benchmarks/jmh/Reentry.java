package io.holdfast.benchmarks.jmh;

import io.holdfast.benchmarks.subject.LockHandle;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Row 7: lock and unlock of a lock that the thread holds. Not for bare Lettuce. */
@BenchmarkMode(Mode.Throughput)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
@Threads(1)
public class Reentry {

  /** The outer hold. */
  @State(Scope.Thread)
  public static class Held {

    /** Takes it. */
    @Setup(Level.Iteration)
    public void lock(OwnLock own) {
      own.handle().lock();
    }

    /** Gives it back; throws if it was not held all the time. */
    @TearDown(Level.Iteration)
    public void unlock(OwnLock own) {
      own.handle().unlock();
    }
  }

  /** One thread. */
  @Benchmark
  public void threads1(Client client, OwnLock own, Held held) {
    LockHandle lock = own.handle();
    lock.lock();
    lock.unlock();
  }
}
