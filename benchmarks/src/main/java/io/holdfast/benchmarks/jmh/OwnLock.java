package io.holdfast.benchmarks.jmh;

import io.holdfast.benchmarks.subject.LockHandle;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** A lock of each thread's own. */
@State(Scope.Thread)
public class OwnLock {

  private @Nullable LockHandle handle;

  /** Makes the lock's object. */
  @Setup(Level.Trial)
  public void make(Client client, ThreadParams thread) {
    handle = client.lock("own-" + thread.getThreadIndex());
  }

  LockHandle handle() {
    if (handle == null) {
      throw new IllegalStateException("not set up");
    }
    return handle;
  }
}
