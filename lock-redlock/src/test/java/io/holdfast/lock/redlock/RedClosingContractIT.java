package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.ClosingContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link ClosingContract}. */
class RedClosingContractIT extends ClosingContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
