package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReturnedQueueContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ReturnedQueueContract}. */
class FairReturnedQueueContractIT extends ReturnedQueueContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
