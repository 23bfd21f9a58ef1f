package io.holdfast.lock.core;

import io.holdfast.lock.contract.ConnectionFaultContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ConnectionFaultContract}. */
class PlainConnectionFaultContractIT extends ConnectionFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
