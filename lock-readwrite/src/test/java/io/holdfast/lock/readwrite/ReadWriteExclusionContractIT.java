package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteExclusionContract;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The read-write lock keeps {@link ReadWriteExclusionContract}. */
@Tag("long")
class ReadWriteExclusionContractIT extends ReadWriteExclusionContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return ReadWriteWorkload.class;
  }
}
