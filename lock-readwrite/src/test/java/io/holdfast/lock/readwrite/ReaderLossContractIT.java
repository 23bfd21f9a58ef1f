package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReaderLossContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReaderLossContract}. */
class ReaderLossContractIT extends ReaderLossContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
