package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LeaseBoundsContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link LeaseBoundsContract}. */
class FairLeaseBoundsContractIT extends LeaseBoundsContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
