package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreFairnessContract;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreFairnessContract}. */
class SemaphoreFairnessContractIT extends SemaphoreFairnessContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
