package io.holdfast.lock.core;

import io.holdfast.lock.contract.LeaseBoundsContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link LeaseBoundsContract}. */
class PlainLeaseBoundsContractIT extends LeaseBoundsContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
