package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.NamesContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link NamesContract}. */
class WriteNamesContractIT extends NamesContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
