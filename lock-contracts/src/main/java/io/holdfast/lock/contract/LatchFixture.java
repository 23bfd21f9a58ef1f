package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.List;

/**
 * A kind of latch, for the suites: how to get a client of it, and what they need to know besides
 * its promises. Clients are the only objects it makes that must be closed.
 */
public interface LatchFixture {

  /** A new client of this kind; the suite closes it. */
  LatchClient open(ClientSpec spec);

  /** The servers that the latches live on; none if they live in this process. */
  List<TestServer> servers();

  /** A pattern, as the server's {@code SCAN} reads it, for all keys of the latch. */
  String keyPattern(String name);
}
