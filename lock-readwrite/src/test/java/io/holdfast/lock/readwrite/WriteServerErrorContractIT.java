package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.ServerErrorContract;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link ServerErrorContract}. */
@Tag("long")
class WriteServerErrorContractIT extends ServerErrorContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
