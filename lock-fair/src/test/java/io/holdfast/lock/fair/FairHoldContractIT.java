package io.holdfast.lock.fair;

import io.holdfast.lock.contract.HoldContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link HoldContract}. */
class FairHoldContractIT extends HoldContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
