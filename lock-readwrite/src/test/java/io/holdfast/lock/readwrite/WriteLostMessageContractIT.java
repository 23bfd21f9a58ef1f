package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LostMessageContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link LostMessageContract}. */
class WriteLostMessageContractIT extends LostMessageContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
