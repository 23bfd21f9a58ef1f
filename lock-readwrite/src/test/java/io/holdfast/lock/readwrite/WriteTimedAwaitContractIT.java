package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.TimedAwaitContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link TimedAwaitContract}. */
class WriteTimedAwaitContractIT extends TimedAwaitContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
