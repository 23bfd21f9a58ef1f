package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.StatisticsContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link StatisticsContract}. */
class WriteStatisticsContractIT extends StatisticsContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
