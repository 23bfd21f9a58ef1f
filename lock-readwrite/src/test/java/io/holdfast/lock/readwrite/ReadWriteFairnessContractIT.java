package io.holdfast.lock.readwrite;

import io.holdfast.lock.testkit.contract.ReadWriteFairnessContract;
import io.holdfast.lock.testkit.contract.ReadWriteFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReadWriteFairnessContract}. */
class ReadWriteFairnessContractIT extends ReadWriteFairnessContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
