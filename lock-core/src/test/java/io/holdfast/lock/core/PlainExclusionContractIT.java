package io.holdfast.lock.core;

import io.holdfast.lock.contract.ExclusionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ExclusionContract}. */
class PlainExclusionContractIT extends ExclusionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
