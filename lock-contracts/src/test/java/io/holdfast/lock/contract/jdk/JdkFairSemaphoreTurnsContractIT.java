package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.contract.SemaphoreTurnsContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore of the JDK keeps {@link SemaphoreTurnsContract}. */
class JdkFairSemaphoreTurnsContractIT extends SemaphoreTurnsContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new JdkSemaphoreFixture(true);
  }
}
