package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.SignalContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link SignalContract}. */
class FairSignalContractIT extends SignalContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
