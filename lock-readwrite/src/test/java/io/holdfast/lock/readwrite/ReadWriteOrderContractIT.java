package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReadWriteOrderContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReadWriteOrderContract}. */
class ReadWriteOrderContractIT extends ReadWriteOrderContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
