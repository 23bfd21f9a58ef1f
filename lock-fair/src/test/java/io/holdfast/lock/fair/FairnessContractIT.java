package io.holdfast.lock.fair;

import io.holdfast.lock.contract.FairnessContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link FairnessContract}. */
class FairnessContractIT extends FairnessContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
