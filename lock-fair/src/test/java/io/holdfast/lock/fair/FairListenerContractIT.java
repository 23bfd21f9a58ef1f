package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ListenerContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ListenerContract}. */
class FairListenerContractIT extends ListenerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
