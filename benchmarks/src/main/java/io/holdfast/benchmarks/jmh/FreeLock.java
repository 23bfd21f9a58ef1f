package io.holdfast.benchmarks.jmh;

import io.holdfast.benchmarks.subject.LockHandle;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Rows 1 to 3: lock and unlock of free locks. */
@BenchmarkMode(Mode.Throughput)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class FreeLock {

  /** One thread. */
  @Benchmark
  @Threads(1)
  public void threads1(Client client, OwnLock own) {
    pair(own.handle());
  }

  /** Eight threads, each with a lock of its own. */
  @Benchmark
  @Threads(8)
  public void threads8(Client client, OwnLock own) {
    pair(own.handle());
  }

  /** Sixty-four threads, each with a lock of its own. */
  @Benchmark
  @Threads(64)
  public void threads64(Client client, OwnLock own) {
    pair(own.handle());
  }

  private static void pair(LockHandle lock) {
    lock.lock();
    lock.unlock();
  }
}
