package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReleaseAfterContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ReleaseAfterContract}. */
class WriteReleaseAfterContractIT extends ReleaseAfterContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
