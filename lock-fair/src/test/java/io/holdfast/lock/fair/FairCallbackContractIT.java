package io.holdfast.lock.fair;

import io.holdfast.lock.contract.CallbackContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link CallbackContract}. */
class FairCallbackContractIT extends CallbackContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
