package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreClosingContract;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreClosingContract}. */
class FairSemaphoreClosingContractIT extends SemaphoreClosingContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
