package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Nested;

/**
 * The fair semaphore claims a contract. A class that implements this in another one is a nested
 * suite.
 */
@Nested
interface OfFairSemaphore extends OfKind<SemaphoreFixture> {

  @Override
  default SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
