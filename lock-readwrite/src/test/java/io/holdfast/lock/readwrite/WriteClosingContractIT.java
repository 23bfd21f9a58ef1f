package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ClosingContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ClosingContract}. */
class WriteClosingContractIT extends ClosingContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
