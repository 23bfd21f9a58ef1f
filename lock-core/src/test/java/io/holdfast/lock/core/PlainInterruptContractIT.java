package io.holdfast.lock.core;

import io.holdfast.lock.contract.InterruptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link InterruptContract}. */
class PlainInterruptContractIT extends InterruptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
