package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.UpgradeContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link UpgradeContract}. */
class UpgradeContractIT extends UpgradeContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
