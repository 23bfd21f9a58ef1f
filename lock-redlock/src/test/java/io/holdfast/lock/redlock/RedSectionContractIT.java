package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.SectionContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link SectionContract}. */
class RedSectionContractIT extends SectionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
