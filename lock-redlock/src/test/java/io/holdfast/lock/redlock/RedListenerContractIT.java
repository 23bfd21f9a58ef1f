package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.ListenerContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link ListenerContract}. */
class RedListenerContractIT extends ListenerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
