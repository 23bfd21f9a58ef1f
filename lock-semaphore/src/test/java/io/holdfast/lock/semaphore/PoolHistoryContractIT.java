package io.holdfast.lock.semaphore;

import io.holdfast.lock.testkit.contract.PoolHistoryContract;
import io.holdfast.lock.testkit.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** Pools of permits keep {@link PoolHistoryContract}. */
@Tag("long")
class PoolHistoryContractIT extends PoolHistoryContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return PoolWorkload.class;
  }
}
