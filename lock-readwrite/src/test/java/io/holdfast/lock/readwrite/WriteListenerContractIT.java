package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ListenerContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ListenerContract}. */
class WriteListenerContractIT extends ListenerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
