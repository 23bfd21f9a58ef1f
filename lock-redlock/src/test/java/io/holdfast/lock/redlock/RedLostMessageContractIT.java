package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LostMessageContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The lock of a quorum of one node keeps {@link LostMessageContract}. */
class RedLostMessageContractIT extends LostMessageContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofOne(server);
  }
}
