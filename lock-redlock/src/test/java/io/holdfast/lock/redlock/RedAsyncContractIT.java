package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.AsyncContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link AsyncContract}. */
class RedAsyncContractIT extends AsyncContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
