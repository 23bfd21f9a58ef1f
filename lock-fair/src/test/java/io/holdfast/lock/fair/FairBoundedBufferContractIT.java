package io.holdfast.lock.fair;

import io.holdfast.lock.contract.BoundedBufferContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link BoundedBufferContract}. */
class FairBoundedBufferContractIT extends BoundedBufferContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
