package io.holdfast.lock.core;

import io.holdfast.lock.contract.LateAnswerContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link LateAnswerContract}. */
class PlainLateAnswerContractIT extends LateAnswerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
