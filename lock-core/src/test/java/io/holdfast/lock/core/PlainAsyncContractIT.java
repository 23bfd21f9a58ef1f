package io.holdfast.lock.core;

import io.holdfast.lock.contract.AsyncContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link AsyncContract}. */
class PlainAsyncContractIT extends AsyncContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
