package io.holdfast.lock.fair;

import io.holdfast.lock.contract.FairChurnContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link FairChurnContract}. */
class FairChurnContractIT extends FairChurnContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
