package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ClockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ClockContract}. */
class FairClockContractIT extends ClockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
