package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReturnedSleepersContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ReturnedSleepersContract}. */
class FairReturnedSleepersContractIT extends ReturnedSleepersContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
