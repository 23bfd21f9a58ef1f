package io.holdfast.lock.cli.run;

import io.holdfast.lock.cli.UsageException;
import java.util.function.Supplier;

/**
 * A guard, and the connections that it needs.
 *
 * @param guard what a command runs under
 * @param closing closes the connections
 */
record GuardSource(Guard guard, Runnable closing) implements AutoCloseable {

  /**
   * Over a client or a quorum, which is closed if there can be no guard.
   *
   * @throws UsageException if the name cannot be one
   */
  static GuardSource opened(AutoCloseable connections, Supplier<Guard> guard) {
    Runnable closing = () -> close(connections);
    try {
      return new GuardSource(guard.get(), closing);
    } catch (IllegalArgumentException e) {
      closing.run();
      throw new UsageException(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      closing.run();
      throw e;
    }
  }

  private static void close(AutoCloseable connections) {
    try {
      connections.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // what is closed here throws none
    }
  }

  @Override
  public void close() {
    closing.run();
  }
}
