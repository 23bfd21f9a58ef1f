package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LostMessageContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link LostMessageContract}. */
class FairLostMessageContractIT extends LostMessageContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
