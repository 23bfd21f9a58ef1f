package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LossContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link LossContract}. */
class FairLossContractIT extends LossContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
