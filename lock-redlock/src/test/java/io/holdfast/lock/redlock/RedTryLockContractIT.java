package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TryLockContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link TryLockContract}. */
class RedTryLockContractIT extends TryLockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
