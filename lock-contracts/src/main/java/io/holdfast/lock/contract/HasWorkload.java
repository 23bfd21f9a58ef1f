package io.holdfast.lock.contract;

import io.holdfast.lock.torture.workload.WorkloadFixture;

/** A kind whose locks the workloads of other processes can take. */
@FunctionalInterface
public interface HasWorkload {

  /** How those processes get at the kind. */
  Class<? extends WorkloadFixture> workload();
}
