package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReaderClockContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReaderClockContract}. */
class ReaderClockContractIT extends ReaderClockContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
