package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore claims a contract. */
interface OfFairSemaphore extends OfKind<SemaphoreFixture> {

  @Override
  default SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
