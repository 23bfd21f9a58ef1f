package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionNamesContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionNamesContract}. */
class PlainConditionNamesContractIT extends ConditionNamesContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
