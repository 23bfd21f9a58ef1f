package io.holdfast.lock.core;

import io.holdfast.lock.contract.LeaseContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link LeaseContract}. */
class PlainLeaseContractIT extends LeaseContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
