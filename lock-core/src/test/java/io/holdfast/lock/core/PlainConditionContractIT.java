package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionContract}. */
class PlainConditionContractIT extends ConditionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
