package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionRaceContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionRaceContract}. */
class PlainConditionRaceContractIT extends ConditionRaceContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
