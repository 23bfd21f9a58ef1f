package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ManyWaitersContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ManyWaitersContract}. */
class FairManyWaitersContractIT extends ManyWaitersContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
