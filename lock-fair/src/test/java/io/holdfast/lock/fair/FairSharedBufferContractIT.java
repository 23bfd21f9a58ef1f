package io.holdfast.lock.fair;

import io.holdfast.lock.contract.SharedBufferContract;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps {@link SharedBufferContract}. */
@Tag("long")
class FairSharedBufferContractIT extends SharedBufferContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return FairWorkload.class;
  }
}
