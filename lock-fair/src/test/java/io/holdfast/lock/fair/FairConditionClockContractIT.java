package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionClockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ConditionClockContract}. */
class FairConditionClockContractIT extends ConditionClockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
