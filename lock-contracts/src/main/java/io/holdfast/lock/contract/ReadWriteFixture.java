package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.ReadWriteClient;
import java.util.List;

/**
 * A kind of read-write lock, for the suites: how to get a client of it, and what they need to know
 * besides its promises. Clients are the only objects it makes that must be closed.
 */
public interface ReadWriteFixture {

  /** A new client of this kind; the suite closes it. */
  ReadWriteClient open(ClientSpec spec);

  /** The server that the locks live on; several for a kind that needs several. */
  List<TestServer> servers();

  /** The keys that a lock of this name may have at each server. */
  ReadWriteKeys keys(String name);

  /** A pattern, as the server's {@code SCAN} reads it, for the writers' keys of all names. */
  String writerPattern();

  /**
   * The write locks alone, for the suites of exclusive locks: {@code new
   * MyReadWriteFixture(server).writeLocks()}.
   */
  default LockFixture writeLocks() {
    return new WriteLockFixture(this);
  }
}
