package io.holdfast.lock.fair;

import io.holdfast.lock.testkit.contract.SharedBufferContract;
import io.holdfast.lock.testkit.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps {@link SharedBufferContract}. */
@Tag("long")
class FairSharedBufferContractIT extends SharedBufferContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return FairWorkload.class;
  }
}
