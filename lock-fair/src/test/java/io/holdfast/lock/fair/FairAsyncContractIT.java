package io.holdfast.lock.fair;

import io.holdfast.lock.contract.AsyncContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link AsyncContract}. */
class FairAsyncContractIT extends AsyncContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
