package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionInterruptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ConditionInterruptContract}. */
class WriteConditionInterruptContractIT extends ConditionInterruptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
