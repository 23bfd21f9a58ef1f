package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ExtendContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link ExtendContract}. */
@Tag("long")
class WriteExtendContractIT extends ExtendContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
