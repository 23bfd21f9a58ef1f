package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFairnessContract;
import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link ReadWriteFairnessContract}. */
class ReadWriteFairnessContractIT extends ReadWriteFairnessContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
