package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadHoldContract;
import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReadHoldContract}. */
class ReadHoldContractIT extends ReadHoldContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
