package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionLossContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ConditionLossContract}. */
class FairConditionLossContractIT extends ConditionLossContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
