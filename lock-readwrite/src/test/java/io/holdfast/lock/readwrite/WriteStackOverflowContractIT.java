package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.StackOverflowContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link StackOverflowContract}. */
class WriteStackOverflowContractIT extends StackOverflowContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
