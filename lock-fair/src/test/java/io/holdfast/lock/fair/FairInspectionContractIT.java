package io.holdfast.lock.fair;

import io.holdfast.lock.contract.InspectionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link InspectionContract}. */
class FairInspectionContractIT extends InspectionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
