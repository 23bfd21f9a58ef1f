package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.AsyncContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link AsyncContract}. */
class WriteAsyncContractIT extends AsyncContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
