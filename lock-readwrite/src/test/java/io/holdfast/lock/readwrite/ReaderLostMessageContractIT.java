package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReaderLostMessageContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReaderLostMessageContract}. */
class ReaderLostMessageContractIT extends ReaderLostMessageContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
