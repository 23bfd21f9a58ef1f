package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.RenewalContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link RenewalContract}. */
class PlainRenewalContractIT extends RenewalContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
