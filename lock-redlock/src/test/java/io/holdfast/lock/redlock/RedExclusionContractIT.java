package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.ExclusionContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link ExclusionContract}. */
class RedExclusionContractIT extends ExclusionContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
