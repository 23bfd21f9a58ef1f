package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LateAnswerContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link LateAnswerContract}. */
class WriteLateAnswerContractIT extends LateAnswerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
