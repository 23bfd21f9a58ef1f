package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.InspectionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link InspectionContract}. */
class WriteInspectionContractIT extends InspectionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
