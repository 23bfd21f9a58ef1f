package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReleaseAfterContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ReleaseAfterContract}. */
class FairReleaseAfterContractIT extends ReleaseAfterContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
