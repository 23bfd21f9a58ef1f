package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolCrashContract;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.workload.WorkloadFixture;

/** Pools of permits keep {@link PoolCrashContract}. */
class PoolCrashContractIT extends PoolCrashContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return PoolWorkload.class;
  }
}
