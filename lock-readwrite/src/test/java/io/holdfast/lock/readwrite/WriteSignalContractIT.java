package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.SignalContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link SignalContract}. */
class WriteSignalContractIT extends SignalContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
