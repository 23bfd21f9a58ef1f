package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionDeathContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionDeathContract}. */
class PlainConditionDeathContractIT extends ConditionDeathContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
