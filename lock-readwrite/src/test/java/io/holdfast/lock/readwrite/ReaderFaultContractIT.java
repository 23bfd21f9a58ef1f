package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReaderFaultContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReaderFaultContract}. */
class ReaderFaultContractIT extends ReaderFaultContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
