package io.holdfast.benchmarks.jmh;

import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.work.Section;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Row 4: all threads of one JVM take turns with one lock. Waiting times: {@code -bm sample}. Not
 * for bare Lettuce, which waits for messages only.
 */
@BenchmarkMode(Mode.Throughput)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class OneLock {

  /** The lock of all, and what it protects. */
  @State(Scope.Benchmark)
  public static class Shared {

    private final Section section = Section.local();
    private @Nullable LockHandle handle;

    /** Makes the lock's object. */
    @Setup(Level.Trial)
    public void make(Client client) {
      handle = client.lock("one");
    }

    void turn() {
      if (handle == null) {
        throw new IllegalStateException("not set up");
      }
      handle.lock();
      section.turn(handle.token());
      handle.unlock();
    }
  }

  /** Eight threads. */
  @Benchmark
  @Threads(8)
  public void threads8(Client client, Shared shared) {
    shared.turn();
  }

  /** Sixty-four threads. */
  @Benchmark
  @Threads(64)
  public void threads64(Client client, Shared shared) {
    shared.turn();
  }
}
