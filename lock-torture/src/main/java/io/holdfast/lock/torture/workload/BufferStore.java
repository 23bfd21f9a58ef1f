package io.holdfast.lock.torture.workload;

import io.holdfast.lock.testkit.resp.RespClient;
import java.util.List;
import java.util.Optional;

/**
 * A bounded buffer that nothing bounds but the care of its users: two lists at a server. What is
 * taken moves from the one to the other in one step, so that no item is ever in neither, wherever
 * its taker dies.
 */
final class BufferStore implements AutoCloseable {

  static final int CAPACITY = 3;

  private final RespClient server;
  private final String buffer;
  private final String taken;

  /** Connects. */
  BufferStore(String uri, String name) {
    this.server = RespClient.connect(uri);
    this.buffer = "testkit-buffer:{" + name + "}";
    this.taken = buffer + ":taken";
  }

  long size() {
    return server.number("LLEN", buffer);
  }

  /** How many are in the buffer then. */
  long put(String item) {
    return server.number("RPUSH", buffer, item);
  }

  /** Empty if there was nothing to take. */
  Optional<String> take() {
    Object item = server.command("LMOVE", buffer, taken, "LEFT", "RIGHT");
    return item instanceof String text ? Optional.of(text) : Optional.empty();
  }

  long takenSoFar() {
    return server.number("LLEN", taken);
  }

  /** All that were taken, in this order. */
  List<String> taken() {
    return server.texts("LRANGE", taken, "0", "-1");
  }

  List<String> left() {
    return server.texts("LRANGE", buffer, "0", "-1");
  }

  void clear() {
    server.number("DEL", buffer, taken);
  }

  @Override
  public void close() {
    server.close();
  }
}
