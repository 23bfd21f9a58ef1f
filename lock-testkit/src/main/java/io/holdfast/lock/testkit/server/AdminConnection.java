package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import org.jspecify.annotations.Nullable;

/** Our own connection to a server: opened when needed, and again when the old one is gone. */
final class AdminConnection implements AutoCloseable {

  private final String uri;
  private @Nullable RespClient client; // guarded by this

  AdminConnection(String uri) {
    this.uri = uri;
  }

  synchronized RespClient get() {
    RespClient present = client;
    if (present == null || !present.isOpen()) {
      close();
      present = RespClient.connect(uri);
      client = present;
    }
    return present;
  }

  /** Closes the connection; the next {@link #get()} opens another. */
  @Override
  public synchronized void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}
