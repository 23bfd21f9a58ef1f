package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Nested;

/**
 * A semaphore that is not fair claims a contract. A class that implements this in another one is a
 * nested suite.
 */
@Nested
interface OfSemaphore extends OfKind<SemaphoreFixture> {

  @Override
  default SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, false);
  }
}
