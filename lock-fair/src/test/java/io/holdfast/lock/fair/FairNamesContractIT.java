package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.NamesContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link NamesContract}. */
class FairNamesContractIT extends NamesContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
