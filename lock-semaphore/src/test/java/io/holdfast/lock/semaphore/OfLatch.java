package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Nested;

/** A latch claims a contract. A class that implements this in another one is a nested suite. */
@Nested
interface OfLatch extends OfKind<LatchFixture> {

  @Override
  default LatchFixture fixture(TestServer server) {
    return new LatchesFixture(server);
  }
}
