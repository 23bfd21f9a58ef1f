package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ConditionContract}. */
class WriteConditionContractIT extends ConditionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
