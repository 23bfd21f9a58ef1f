package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.InterruptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link InterruptContract}. */
class RedInterruptContractIT extends InterruptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
