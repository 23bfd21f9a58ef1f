package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionFaultContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionFaultContract}. */
class PlainConditionFaultContractIT extends ConditionFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
