package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionRaceContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ConditionRaceContract}. */
class WriteConditionRaceContractIT extends ConditionRaceContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
