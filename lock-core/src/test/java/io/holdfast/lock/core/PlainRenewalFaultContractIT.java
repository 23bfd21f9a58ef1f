package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.RenewalFaultContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link RenewalFaultContract}. */
class PlainRenewalFaultContractIT extends RenewalFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
