package io.holdfast.lock.core;

import io.holdfast.lock.contract.CallbackContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link CallbackContract}. */
class PlainCallbackContractIT extends CallbackContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
