package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LateAnswerContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link LateAnswerContract}. */
class FairLateAnswerContractIT extends LateAnswerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
