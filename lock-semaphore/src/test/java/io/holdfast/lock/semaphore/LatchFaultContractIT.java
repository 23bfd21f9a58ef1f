package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.LatchFaultContract;
import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The latch keeps {@link LatchFaultContract}. */
class LatchFaultContractIT extends LatchFaultContract {

  @Override
  protected LatchFixture fixture(TestServer server) {
    return new LatchesFixture(server);
  }
}
