package io.holdfast.lock.testkit.jdk;

import io.holdfast.lock.testkit.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.contract.SemaphoreWaitingContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The semaphore of the JDK keeps {@link SemaphoreWaitingContract}. */
class JdkSemaphoreWaitingContractIT extends SemaphoreWaitingContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new JdkSemaphoreFixture(false);
  }
}
