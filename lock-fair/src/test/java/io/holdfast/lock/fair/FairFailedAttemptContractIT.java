package io.holdfast.lock.fair;

import io.holdfast.lock.contract.FailedAttemptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link FailedAttemptContract}. */
class FairFailedAttemptContractIT extends FailedAttemptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
