package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The JDK's fair semaphore claims a contract. */
interface OfFairJdkSemaphore extends OfKind<SemaphoreFixture> {

  @Override
  default SemaphoreFixture fixture(TestServer server) {
    return new JdkSemaphoreFixture(true);
  }
}
