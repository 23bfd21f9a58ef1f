package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.SectionContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link SectionContract}. */
class PlainSectionContractIT extends SectionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
