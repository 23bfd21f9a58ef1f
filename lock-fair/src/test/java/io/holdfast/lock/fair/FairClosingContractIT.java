package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ClosingContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link ClosingContract}. */
class FairClosingContractIT extends ClosingContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
