package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.SectionContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link SectionContract}. */
class WriteSectionContractIT extends SectionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
