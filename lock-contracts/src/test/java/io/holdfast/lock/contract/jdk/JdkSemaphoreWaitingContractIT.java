package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.contract.SemaphoreWaitingContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The semaphore of the JDK keeps {@link SemaphoreWaitingContract}. */
class JdkSemaphoreWaitingContractIT extends SemaphoreWaitingContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new JdkSemaphoreFixture(false);
  }
}
