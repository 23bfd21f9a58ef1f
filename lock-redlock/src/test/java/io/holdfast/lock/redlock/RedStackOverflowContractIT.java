package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.StackOverflowContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link StackOverflowContract}. */
class RedStackOverflowContractIT extends StackOverflowContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
