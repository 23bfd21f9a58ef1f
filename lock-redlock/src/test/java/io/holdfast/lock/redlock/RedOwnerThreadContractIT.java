package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OwnerThreadContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link OwnerThreadContract}. */
class RedOwnerThreadContractIT extends OwnerThreadContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
