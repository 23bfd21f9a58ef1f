package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link LockContract}. */
class PlainLockContractIT extends LockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
