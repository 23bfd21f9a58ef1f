package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionInterruptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ConditionInterruptContract}. */
class FairConditionInterruptContractIT extends ConditionInterruptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
