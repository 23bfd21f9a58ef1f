package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionNamesContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ConditionNamesContract}. */
class FairConditionNamesContractIT extends ConditionNamesContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
