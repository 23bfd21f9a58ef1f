package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.StackOverflowContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link StackOverflowContract}. */
class FairStackOverflowContractIT extends StackOverflowContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
