package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TimedAwaitContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link TimedAwaitContract}. */
class PlainTimedAwaitContractIT extends TimedAwaitContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
