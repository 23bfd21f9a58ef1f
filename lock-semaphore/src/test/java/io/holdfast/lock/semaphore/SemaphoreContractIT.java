package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreContract;
import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The semaphore that is not fair keeps {@link SemaphoreContract}. */
class SemaphoreContractIT extends SemaphoreContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, false);
  }
}
