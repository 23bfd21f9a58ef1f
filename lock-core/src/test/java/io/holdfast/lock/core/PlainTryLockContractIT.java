package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TryLockContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link TryLockContract}. */
class PlainTryLockContractIT extends TryLockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
