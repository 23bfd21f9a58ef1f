package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ExclusionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ExclusionContract}. */
class WriteExclusionContractIT extends ExclusionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
