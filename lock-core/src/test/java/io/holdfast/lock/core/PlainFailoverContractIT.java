package io.holdfast.lock.core;

import io.holdfast.lock.contract.FailoverContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link FailoverContract}. */
class PlainFailoverContractIT extends FailoverContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
