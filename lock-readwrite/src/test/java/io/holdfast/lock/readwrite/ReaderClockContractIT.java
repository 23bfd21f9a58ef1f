package io.holdfast.lock.readwrite;

import io.holdfast.lock.testkit.contract.ReadWriteFixture;
import io.holdfast.lock.testkit.contract.ReaderClockContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReaderClockContract}. */
class ReaderClockContractIT extends ReaderClockContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
