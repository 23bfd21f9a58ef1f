package io.holdfast.lock.fair;

import io.holdfast.lock.testkit.contract.HoldContract;
import io.holdfast.lock.testkit.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link HoldContract}. */
class FairHoldContractIT extends HoldContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
