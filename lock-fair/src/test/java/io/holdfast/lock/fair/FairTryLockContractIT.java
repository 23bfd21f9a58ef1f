package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TryLockContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link TryLockContract}. */
class FairTryLockContractIT extends TryLockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
