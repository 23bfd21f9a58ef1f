package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.SharedBufferContract;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link SharedBufferContract}. */
@Tag("long")
class WriteSharedBufferContractIT extends SharedBufferContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return ReadWriteWorkload.class;
  }
}
