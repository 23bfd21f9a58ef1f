package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.SampleContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link SampleContract}. */
class SampleContractIT extends SampleContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
