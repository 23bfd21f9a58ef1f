package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionLossContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionLossContract}. */
class PlainConditionLossContractIT extends ConditionLossContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
