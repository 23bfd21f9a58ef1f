package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReturnedQueueContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ReturnedQueueContract}. */
class PlainReturnedQueueContractIT extends ReturnedQueueContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
