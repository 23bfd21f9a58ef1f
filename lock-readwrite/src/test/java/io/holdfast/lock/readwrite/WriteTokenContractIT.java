package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TokenContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link TokenContract}. */
class WriteTokenContractIT extends TokenContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
