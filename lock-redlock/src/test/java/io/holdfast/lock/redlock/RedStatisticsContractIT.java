package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.StatisticsContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The quorum lock keeps {@link StatisticsContract}. */
class RedStatisticsContractIT extends StatisticsContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
