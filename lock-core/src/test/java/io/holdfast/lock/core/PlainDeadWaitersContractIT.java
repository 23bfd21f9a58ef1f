package io.holdfast.lock.core;

import io.holdfast.lock.contract.DeadWaitersContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.workload.WorkloadFixture;

/** The plain lock keeps {@link DeadWaitersContract}. */
class PlainDeadWaitersContractIT extends DeadWaitersContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return PlainWorkload.class;
  }
}
