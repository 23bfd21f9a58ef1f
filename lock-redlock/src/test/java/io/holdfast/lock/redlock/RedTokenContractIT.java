package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TokenContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link TokenContract}. */
class RedTokenContractIT extends TokenContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
