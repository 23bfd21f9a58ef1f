package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConnectionFaultContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link ConnectionFaultContract}. */
@Tag("long")
class WriteConnectionFaultContractIT extends ConnectionFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
