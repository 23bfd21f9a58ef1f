package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LostMessageContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link LostMessageContract}. */
class PlainLostMessageContractIT extends LostMessageContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
