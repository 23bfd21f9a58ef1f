package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReturnedSleepersContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ReturnedSleepersContract}. */
class WriteReturnedSleepersContractIT extends ReturnedSleepersContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
