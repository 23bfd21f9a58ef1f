package io.holdfast.lock.testkit.resp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Records every command a server executes ({@code MONITOR}), in the server's order: the total order
 * of what happened.
 *
 * <p>Slows the server down; not for measurements. A line arrives after the command's own answer may
 * have arrived elsewhere, so look at {@link #lines()} with bounded waiting.
 */
public final class RespMonitor implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final RespConnection connection;
  private final List<String> lines = new CopyOnWriteArrayList<>(); // appended by the reader only

  private RespMonitor(RespConnection connection) {
    this.connection = connection;
  }

  /** Begins recording; every command after the return is recorded. */
  public static RespMonitor open(String uri) {
    RespAddress address = RespAddress.parse(uri);
    try {
      RespConnection connection = RespConnection.open(address, TIMEOUT);
      RespMonitor monitor = new RespMonitor(connection);
      connection.send(List.of("MONITOR"));
      if (connection.read() instanceof RespException error) {
        connection.close();
        throw error;
      }
      RespListener.start(
          "testkit-monitor-" + address, connection, line -> monitor.lines.add(line.toString()));
      return monitor;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot monitor " + address + ": " + e.getMessage(), e);
    }
  }

  /**
   * The lines so far, as the server prints them, such as {@code 1700000000.1 [0 127.0.0.1:4711]
   * "GET" "k"}.
   */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Ends the recording. Idempotent. */
  @Override
  public void close() {
    connection.close();
  }
}
