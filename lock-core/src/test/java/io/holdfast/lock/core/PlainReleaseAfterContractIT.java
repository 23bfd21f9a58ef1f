package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ReleaseAfterContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link ReleaseAfterContract}. */
class PlainReleaseAfterContractIT extends ReleaseAfterContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
