package io.holdfast.lock.semaphore;

import io.holdfast.lock.testkit.contract.SemaphoreFixture;
import io.holdfast.lock.testkit.contract.SemaphoreWaiterFaultContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair semaphore keeps {@link SemaphoreWaiterFaultContract}. */
class FairSemaphoreWaiterFaultContractIT extends SemaphoreWaiterFaultContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
