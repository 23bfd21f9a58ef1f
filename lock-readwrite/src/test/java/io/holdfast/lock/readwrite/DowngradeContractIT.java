package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.DowngradeContract;
import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link DowngradeContract}. */
class DowngradeContractIT extends DowngradeContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
