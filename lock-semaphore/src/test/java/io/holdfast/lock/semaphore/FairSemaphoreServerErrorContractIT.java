package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.contract.SemaphoreServerErrorContract;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The fair semaphore keeps {@link SemaphoreServerErrorContract}. */
@Tag("long")
class FairSemaphoreServerErrorContractIT extends SemaphoreServerErrorContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
