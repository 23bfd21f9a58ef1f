package io.holdfast.lock.core;

import io.holdfast.lock.contract.ListenerContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ListenerContract}. */
class PlainListenerContractIT extends ListenerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
