package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.RenewalContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link RenewalContract}. */
class RedRenewalContractIT extends RenewalContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
