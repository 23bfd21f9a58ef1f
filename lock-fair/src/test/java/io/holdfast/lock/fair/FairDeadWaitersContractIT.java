package io.holdfast.lock.fair;

import io.holdfast.lock.contract.DeadWaitersContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps {@link DeadWaitersContract}. */
@Tag("long")
class FairDeadWaitersContractIT extends DeadWaitersContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return FairWorkload.class;
  }
}
