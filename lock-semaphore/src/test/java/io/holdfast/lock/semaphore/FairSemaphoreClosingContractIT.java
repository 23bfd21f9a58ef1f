package io.holdfast.lock.semaphore;

import io.holdfast.lock.testkit.contract.SemaphoreClosingContract;
import io.holdfast.lock.testkit.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreClosingContract}. */
class FairSemaphoreClosingContractIT extends SemaphoreClosingContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
