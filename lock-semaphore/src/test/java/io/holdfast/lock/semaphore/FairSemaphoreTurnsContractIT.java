package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.contract.SemaphoreTurnsContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreTurnsContract}. */
class FairSemaphoreTurnsContractIT extends SemaphoreTurnsContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
