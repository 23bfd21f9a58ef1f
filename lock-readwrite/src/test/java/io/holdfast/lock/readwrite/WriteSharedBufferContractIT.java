package io.holdfast.lock.readwrite;

import io.holdfast.lock.testkit.contract.SharedBufferContract;
import io.holdfast.lock.testkit.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The write lock keeps {@link SharedBufferContract}. */
@Tag("long")
class WriteSharedBufferContractIT extends SharedBufferContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return ReadWriteWorkload.class;
  }
}
