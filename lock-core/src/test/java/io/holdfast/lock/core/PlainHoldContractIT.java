package io.holdfast.lock.core;

import io.holdfast.lock.contract.HoldContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link HoldContract}. */
class PlainHoldContractIT extends HoldContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
