package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LeaseContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link LeaseContract}. */
class RedLeaseContractIT extends LeaseContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
