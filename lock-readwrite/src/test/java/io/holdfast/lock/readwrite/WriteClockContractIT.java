package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ClockContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link ClockContract}. */
class WriteClockContractIT extends ClockContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
