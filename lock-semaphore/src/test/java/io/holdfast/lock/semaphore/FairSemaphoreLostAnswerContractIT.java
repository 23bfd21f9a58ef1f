package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.SemaphoreFixture;
import io.holdfast.lock.contract.SemaphoreLostAnswerContract;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The fair semaphore keeps {@link SemaphoreLostAnswerContract}. */
@Tag("long")
class FairSemaphoreLostAnswerContractIT extends SemaphoreLostAnswerContract {

  @Override
  protected SemaphoreFixture fixture(TestServer server) {
    return new SemaphoresFixture(server, true);
  }
}
