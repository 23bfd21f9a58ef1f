package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.SharedEntryContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link SharedEntryContract}. */
class SharedEntryContractIT extends SharedEntryContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
