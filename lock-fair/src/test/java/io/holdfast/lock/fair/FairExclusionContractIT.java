package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ExclusionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ExclusionContract}. */
class FairExclusionContractIT extends ExclusionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
