package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.FailedAttemptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link FailedAttemptContract}. */
class RedFailedAttemptContractIT extends FailedAttemptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
