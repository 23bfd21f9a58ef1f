package io.holdfast.lock.fair;

import io.holdfast.lock.contract.DeadlineContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link DeadlineContract}. */
class FairDeadlineContractIT extends DeadlineContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
