package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.HoldContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link HoldContract}. */
class WriteHoldContractIT extends HoldContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
