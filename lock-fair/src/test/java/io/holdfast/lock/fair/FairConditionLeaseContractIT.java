package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionLeaseContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ConditionLeaseContract}. */
class FairConditionLeaseContractIT extends ConditionLeaseContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
