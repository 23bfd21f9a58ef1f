package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionLossContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ConditionLossContract}. */
class WriteConditionLossContractIT extends ConditionLossContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
