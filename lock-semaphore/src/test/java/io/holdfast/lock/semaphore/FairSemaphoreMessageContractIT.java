package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.contract.SemaphoreMessageContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreMessageContract}. */
class FairSemaphoreMessageContractIT extends SemaphoreMessageContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
