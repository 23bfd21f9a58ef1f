package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.FailedAttemptContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link FailedAttemptContract}. */
class WriteFailedAttemptContractIT extends FailedAttemptContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
