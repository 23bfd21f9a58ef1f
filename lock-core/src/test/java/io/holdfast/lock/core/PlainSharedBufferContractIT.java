package io.holdfast.lock.core;

import io.holdfast.lock.contract.SharedBufferContract;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The plain lock keeps {@link SharedBufferContract}. */
@Tag("long")
class PlainSharedBufferContractIT extends SharedBufferContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return PlainWorkload.class;
  }
}
