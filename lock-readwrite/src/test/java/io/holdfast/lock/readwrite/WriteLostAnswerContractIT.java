package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LostAnswerContract;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link LostAnswerContract}. */
@Tag("long")
class WriteLostAnswerContractIT extends LostAnswerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
