package io.holdfast.lock.core;

import io.holdfast.lock.contract.ClosingContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ClosingContract}. */
class PlainClosingContractIT extends ClosingContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
