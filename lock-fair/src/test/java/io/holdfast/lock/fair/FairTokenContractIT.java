package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TokenContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link TokenContract}. */
class FairTokenContractIT extends TokenContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
