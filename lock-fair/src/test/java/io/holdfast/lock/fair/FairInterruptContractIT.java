package io.holdfast.lock.fair;

import io.holdfast.lock.contract.InterruptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link InterruptContract}. */
class FairInterruptContractIT extends InterruptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
