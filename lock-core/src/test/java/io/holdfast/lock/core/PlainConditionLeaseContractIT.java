package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConditionLeaseContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConditionLeaseContract}. */
class PlainConditionLeaseContractIT extends ConditionLeaseContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
