package io.holdfast.lock.core;

import io.holdfast.lock.contract.ExtendContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ExtendContract}. */
class PlainExtendContractIT extends ExtendContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
