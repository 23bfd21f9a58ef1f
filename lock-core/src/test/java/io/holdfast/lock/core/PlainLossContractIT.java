package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LossContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link LossContract}. */
class PlainLossContractIT extends LossContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
