package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.SemaphoreContract;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore of the JDK keeps {@link SemaphoreContract}. */
class JdkFairSemaphoreContractIT extends SemaphoreContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new JdkSemaphoreFixture(true);
  }
}
