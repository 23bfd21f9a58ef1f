package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ServerErrorContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ServerErrorContract}. */
class PlainServerErrorContractIT extends ServerErrorContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
