package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OwnerThreadContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link OwnerThreadContract}. */
class FairOwnerThreadContractIT extends OwnerThreadContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
