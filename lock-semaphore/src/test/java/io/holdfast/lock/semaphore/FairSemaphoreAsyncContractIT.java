package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreAsyncContract;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreAsyncContract}. */
class FairSemaphoreAsyncContractIT extends SemaphoreAsyncContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
