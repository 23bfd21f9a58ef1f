package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReadWriteTokenContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReadWriteTokenContract}. */
class ReadWriteTokenContractIT extends ReadWriteTokenContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
