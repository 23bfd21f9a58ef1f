package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link LockContract}. */
class WriteLockContractIT extends LockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
