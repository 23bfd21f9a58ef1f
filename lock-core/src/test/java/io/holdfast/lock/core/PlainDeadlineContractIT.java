package io.holdfast.lock.core;

import io.holdfast.lock.contract.DeadlineContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link DeadlineContract}. */
class PlainDeadlineContractIT extends DeadlineContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
