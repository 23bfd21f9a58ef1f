package io.holdfast.lock.readwrite;

import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.client.ReadWriteLockClient;
import io.holdfast.lock.torture.workload.WorkloadFixture;
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
