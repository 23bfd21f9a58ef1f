package io.holdfast.lock.readwrite;

import io.holdfast.lock.testkit.contract.ClientSpec;
import io.holdfast.lock.testkit.contract.LockClient;
import io.holdfast.lock.testkit.contract.ReadWriteLockClient;
import io.holdfast.lock.testkit.workload.WorkloadFixture;
import java.util.List;

/** The read-write lock, for processes: they make it by its name. */
public final class ReadWriteWorkload implements WorkloadFixture {

  /** For processes. */
  public ReadWriteWorkload() {}

  @Override
  public LockClient open(List<String> servers, ClientSpec spec) {
    return ReadWriteLockClient.of(ReadWriteLocksFixture.client(spec, servers.get(0)));
  }
}
