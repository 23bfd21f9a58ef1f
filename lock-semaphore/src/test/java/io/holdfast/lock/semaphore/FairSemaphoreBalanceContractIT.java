package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreBalanceContract;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreBalanceContract}. */
class FairSemaphoreBalanceContractIT extends SemaphoreBalanceContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
