package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LeaseContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link LeaseContract}. */
class WriteLeaseContractIT extends LeaseContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
