package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.RenewalContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link RenewalContract}. */
class WriteRenewalContractIT extends RenewalContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
