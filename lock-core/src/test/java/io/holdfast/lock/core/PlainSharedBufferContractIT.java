package io.holdfast.lock.core;

import io.holdfast.lock.testkit.contract.SharedBufferContract;
import io.holdfast.lock.testkit.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The plain lock keeps {@link SharedBufferContract}. */
@Tag("long")
class PlainSharedBufferContractIT extends SharedBufferContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return PlainWorkload.class;
  }
}
