package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.SignalContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link SignalContract}. */
class PlainSignalContractIT extends SignalContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
