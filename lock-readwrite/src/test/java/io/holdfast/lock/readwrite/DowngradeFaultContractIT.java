package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.DowngradeFaultContract;
import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The read-write lock keeps {@link DowngradeFaultContract}. */
class DowngradeFaultContractIT extends DowngradeFaultContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }
}
