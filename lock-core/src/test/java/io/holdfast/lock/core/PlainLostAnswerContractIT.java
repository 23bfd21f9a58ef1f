package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LostAnswerContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link LostAnswerContract}. */
class PlainLostAnswerContractIT extends LostAnswerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
