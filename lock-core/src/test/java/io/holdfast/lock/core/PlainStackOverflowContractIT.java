package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.StackOverflowContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link StackOverflowContract}. */
class PlainStackOverflowContractIT extends StackOverflowContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
