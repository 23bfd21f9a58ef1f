package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.RenewalContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link RenewalContract}. */
class FairRenewalContractIT extends RenewalContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
