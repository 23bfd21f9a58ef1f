package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.LatchContract;
import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The latch keeps {@link LatchContract}. */
class LatchContractIT extends LatchContract {

  @Override
  protected LatchFixture fixture(TestServer server) {
    return new LatchesFixture(server);
  }
}
