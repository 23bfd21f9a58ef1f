package io.holdfast.lock.fair;

import io.holdfast.lock.contract.FairCostContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link FairCostContract}. */
class FairCostContractIT extends FairCostContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
