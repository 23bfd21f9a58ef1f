package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReadWriteInspectionContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReadWriteInspectionContract}. */
class ReadWriteInspectionContractIT extends ReadWriteInspectionContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
