package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.NamesContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link NamesContract}. */
class RedNamesContractIT extends NamesContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
