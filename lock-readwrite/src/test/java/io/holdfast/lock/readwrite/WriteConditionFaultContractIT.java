package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ConditionFaultContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link ConditionFaultContract}. */
@Tag("long")
class WriteConditionFaultContractIT extends ConditionFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }
}
