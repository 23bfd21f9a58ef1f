package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LeaseBoundsContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link LeaseBoundsContract}. */
class WriteLeaseBoundsContractIT extends LeaseBoundsContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
