package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.InspectionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link InspectionContract}. */
class RedInspectionContractIT extends InspectionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
