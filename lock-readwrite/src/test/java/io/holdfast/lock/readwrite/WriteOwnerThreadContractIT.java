package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OwnerThreadContract;
import io.holdfast.lock.testkit.server.TestServer;

/** The write lock keeps {@link OwnerThreadContract}. */
class WriteOwnerThreadContractIT extends OwnerThreadContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
