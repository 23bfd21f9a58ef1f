package io.holdfast.lock.core;

import io.holdfast.lock.contract.BoundedBufferContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link BoundedBufferContract}. */
class PlainBoundedBufferContractIT extends BoundedBufferContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
