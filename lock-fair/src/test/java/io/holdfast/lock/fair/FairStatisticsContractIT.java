package io.holdfast.lock.fair;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.StatisticsContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The fair lock keeps {@link StatisticsContract}. */
class FairStatisticsContractIT extends StatisticsContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
