package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.DeadlineContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link DeadlineContract}. */
class WriteDeadlineContractIT extends DeadlineContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
