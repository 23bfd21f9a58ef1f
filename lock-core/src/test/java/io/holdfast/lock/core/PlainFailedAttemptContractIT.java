package io.holdfast.lock.core;

import io.holdfast.lock.contract.FailedAttemptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link FailedAttemptContract}. */
class PlainFailedAttemptContractIT extends FailedAttemptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
