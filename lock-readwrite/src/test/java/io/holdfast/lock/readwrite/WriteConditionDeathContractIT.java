package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionDeathContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link ConditionDeathContract}. */
@Tag("long")
class WriteConditionDeathContractIT extends ConditionDeathContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
