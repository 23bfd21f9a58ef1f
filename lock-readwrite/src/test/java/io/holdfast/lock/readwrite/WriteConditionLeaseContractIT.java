package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionLeaseContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ConditionLeaseContract}. */
class WriteConditionLeaseContractIT extends ConditionLeaseContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
