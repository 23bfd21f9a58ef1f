package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReturnedQueueContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link ReturnedQueueContract}. */
class RedReturnedQueueContractIT extends ReturnedQueueContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
