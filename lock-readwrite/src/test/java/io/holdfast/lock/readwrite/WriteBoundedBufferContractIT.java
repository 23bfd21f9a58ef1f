package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.BoundedBufferContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link BoundedBufferContract}. */
class WriteBoundedBufferContractIT extends BoundedBufferContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
