package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LeaseContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link LeaseContract}. */
class FairLeaseContractIT extends LeaseContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
