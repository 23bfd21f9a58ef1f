package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReaderCrashContract;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.workload.WorkloadFixture;

/** The read-write lock keeps {@link ReaderCrashContract}. */
class ReaderCrashContractIT extends ReaderCrashContract {

  @Override
  protected ReadWriteFixture fixture(TestServer server) {
    return new ReadWriteLocksFixture(server);
  }

  @Override
  protected Class<? extends WorkloadFixture> workload() {
    return ReadWriteWorkload.class;
  }
}
