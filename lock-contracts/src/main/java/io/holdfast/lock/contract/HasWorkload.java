package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.torture.workload.WorkloadFixture;

/** A kind whose locks the workloads of other processes can take. */
@FunctionalInterface
public interface HasWorkload {

  /** How those processes get at the kind. */
  Class<? extends WorkloadFixture> workload();

  /** Starts such a process. It is small, as there are several of them. */
  default JvmProcess started(JvmCommand command) {
    return command.options("-Xmx96m", "-XX:TieredStopAtLevel=1").start();
  }
}
