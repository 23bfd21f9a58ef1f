package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link LockContract}. */
class FairLockContractIT extends LockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
