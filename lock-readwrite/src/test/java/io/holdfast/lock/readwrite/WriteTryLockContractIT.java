package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TryLockContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link TryLockContract}. */
class WriteTryLockContractIT extends TryLockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
