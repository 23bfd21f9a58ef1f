package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReturnedQueueContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ReturnedQueueContract}. */
class WriteReturnedQueueContractIT extends ReturnedQueueContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
