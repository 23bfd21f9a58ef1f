package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReturnedSleepersContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ReturnedSleepersContract}. */
class PlainReturnedSleepersContractIT extends ReturnedSleepersContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
