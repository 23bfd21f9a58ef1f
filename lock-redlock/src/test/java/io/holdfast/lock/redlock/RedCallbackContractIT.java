package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.CallbackContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link CallbackContract}. */
class RedCallbackContractIT extends CallbackContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
