package io.holdfast.lock.readwrite;

import io.holdfast.lock.testkit.contract.ReadWriteContract;
import io.holdfast.lock.testkit.contract.ReadWriteFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReadWriteContract}. */
class ReadWriteContractIT extends ReadWriteContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
