package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionClockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ConditionClockContract}. */
class WriteConditionClockContractIT extends ConditionClockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
