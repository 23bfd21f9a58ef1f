package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.InterruptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link InterruptContract}. */
class WriteInterruptContractIT extends InterruptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
