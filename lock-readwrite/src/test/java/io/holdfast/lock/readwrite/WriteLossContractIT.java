package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LossContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link LossContract}. */
class WriteLossContractIT extends LossContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
