package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.PoolClient;

/**
 * A kind of pool of permits, for the suites: how to get a client of it, and what they need to know
 * besides its promises. Clients are the only objects it makes that must be closed.
 */
public interface PoolFixture {

  /** A new client of this kind; the suite closes it. */
  PoolClient open(ClientSpec spec);

  /** The server that the pools live on. */
  TestServer server();

  /** The keys that a pool of this name may have. */
  PoolKeys keys(String name);
}
