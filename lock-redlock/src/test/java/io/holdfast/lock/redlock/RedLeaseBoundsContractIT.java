package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LeaseBoundsContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link LeaseBoundsContract}. */
class RedLeaseBoundsContractIT extends LeaseBoundsContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
