package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link LockContract}. */
class RedLockContractIT extends LockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
