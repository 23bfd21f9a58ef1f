package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.contract.SemaphoreQueueContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreQueueContract}. */
class SemaphoreQueueContractIT extends SemaphoreQueueContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
