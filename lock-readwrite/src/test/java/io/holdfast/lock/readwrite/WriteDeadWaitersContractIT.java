package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.DeadWaitersContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link DeadWaitersContract}. */
@Tag("long")
class WriteDeadWaitersContractIT extends DeadWaitersContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server).writeLocks();
  }

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return ReadWriteWorkload.class;
  }
}
