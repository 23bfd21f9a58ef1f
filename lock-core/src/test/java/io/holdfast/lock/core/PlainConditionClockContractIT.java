package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionClockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionClockContract}. */
class PlainConditionClockContractIT extends ConditionClockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
