package io.holdfast.lock.testkit.jdk;

import io.holdfast.lock.testkit.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.contract.SemaphoreTurnsContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore of the JDK keeps {@link SemaphoreTurnsContract}. */
class JdkFairSemaphoreTurnsContractIT extends SemaphoreTurnsContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new JdkSemaphoreFixture(true);
  }
}
