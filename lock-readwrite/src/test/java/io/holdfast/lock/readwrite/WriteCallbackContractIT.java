package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.CallbackContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link CallbackContract}. */
class WriteCallbackContractIT extends CallbackContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
