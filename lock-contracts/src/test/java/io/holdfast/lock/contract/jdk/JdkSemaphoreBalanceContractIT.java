package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.SemaphoreBalanceContract;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The semaphore of the JDK keeps {@link SemaphoreBalanceContract}. */
class JdkSemaphoreBalanceContractIT extends SemaphoreBalanceContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new JdkSemaphoreFixture(false);
  }
}
