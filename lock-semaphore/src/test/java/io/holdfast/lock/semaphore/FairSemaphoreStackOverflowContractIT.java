package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.contract.SemaphoreStackOverflowContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreStackOverflowContract}. */
class FairSemaphoreStackOverflowContractIT extends SemaphoreStackOverflowContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
