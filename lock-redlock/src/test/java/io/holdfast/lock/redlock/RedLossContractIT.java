package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LossContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link LossContract}. */
class RedLossContractIT extends LossContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
