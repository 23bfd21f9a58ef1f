package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.FailoverContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link FailoverContract}. */
@Tag("long")
class WriteFailoverContractIT extends FailoverContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
