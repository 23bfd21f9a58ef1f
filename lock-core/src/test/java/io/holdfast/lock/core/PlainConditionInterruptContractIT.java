package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionInterruptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionInterruptContract}. */
class PlainConditionInterruptContractIT extends ConditionInterruptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
