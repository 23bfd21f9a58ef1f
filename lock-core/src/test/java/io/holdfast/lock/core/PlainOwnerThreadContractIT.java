package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OwnerThreadContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link OwnerThreadContract}. */
class PlainOwnerThreadContractIT extends OwnerThreadContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
