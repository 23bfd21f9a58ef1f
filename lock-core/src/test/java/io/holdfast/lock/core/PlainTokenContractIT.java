package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TokenContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link TokenContract}. */
class PlainTokenContractIT extends TokenContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
