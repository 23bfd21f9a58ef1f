package io.holdfast.lock.core;

import io.holdfast.lock.contract.InspectionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link InspectionContract}. */
class PlainInspectionContractIT extends InspectionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
