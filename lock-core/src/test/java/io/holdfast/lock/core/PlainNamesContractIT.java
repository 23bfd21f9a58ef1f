package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.NamesContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link NamesContract}. */
class PlainNamesContractIT extends NamesContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
