package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.contract.SharedLatchContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The latch keeps {@link SharedLatchContract}. */
class SharedLatchContractIT extends SharedLatchContract {

  @Override
  protected LatchFixture fixture(TestServer server) {
    return new LatchesFixture(server);
  }
}
