package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.HoldContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link HoldContract}. */
class RedHoldContractIT extends HoldContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
