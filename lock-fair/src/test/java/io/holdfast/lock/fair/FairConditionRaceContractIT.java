package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionRaceContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ConditionRaceContract}. */
class FairConditionRaceContractIT extends ConditionRaceContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
