package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.SectionContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link SectionContract}. */
class FairSectionContractIT extends SectionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
