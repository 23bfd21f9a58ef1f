package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionNamesContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ConditionNamesContract}. */
class WriteConditionNamesContractIT extends ConditionNamesContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
