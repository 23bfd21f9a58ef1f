package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolHistoryContract;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** Pools of permits keep {@link PoolHistoryContract}. */
@Tag("long")
class PoolHistoryContractIT extends PoolHistoryContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return PoolWorkload.class;
  }
}
