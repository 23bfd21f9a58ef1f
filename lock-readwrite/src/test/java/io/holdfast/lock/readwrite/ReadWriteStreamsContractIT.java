package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteStreamsContract;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Tag;

/** The read-write lock keeps {@link ReadWriteStreamsContract}. */
@Tag("long")
class ReadWriteStreamsContractIT extends ReadWriteStreamsContract {

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return ReadWriteWorkload.class;
  }
}
