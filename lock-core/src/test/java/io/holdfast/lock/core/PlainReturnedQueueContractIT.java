package io.holdfast.lock.core;

import io.holdfast.lock.testkit.contract.LockFixture;
import io.holdfast.lock.testkit.contract.ReturnedQueueContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ReturnedQueueContract}. */
class PlainReturnedQueueContractIT extends ReturnedQueueContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
