package io.holdfast.lock.core;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.StatisticsContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The plain lock keeps {@link StatisticsContract}. */
class PlainStatisticsContractIT extends StatisticsContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }
}
