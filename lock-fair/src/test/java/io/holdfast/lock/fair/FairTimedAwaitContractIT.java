package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TimedAwaitContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link TimedAwaitContract}. */
class FairTimedAwaitContractIT extends TimedAwaitContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
