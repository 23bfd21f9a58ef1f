package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ConditionContract}. */
class FairConditionContractIT extends ConditionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
