package io.holdfast.lock.core;

import io.holdfast.lock.contract.ClockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ClockContract}. */
class PlainClockContractIT extends ClockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
