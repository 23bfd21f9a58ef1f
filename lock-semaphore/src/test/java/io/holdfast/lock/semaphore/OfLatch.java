package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;

/** A latch claims a contract. */
interface OfLatch extends OfKind<LatchFixture> {

  @Override
  default LatchFixture fixture(TestServer server) {
    return new LatchesFixture(server);
  }
}
