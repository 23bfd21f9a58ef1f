package io.holdfast.lock.semaphore;

import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.client.PoolLockClient;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.util.List;

/** Pools of permits, for processes: they make it by its name. */
public final class PoolWorkload implements WorkloadFixture {

  /** For processes. */
  public PoolWorkload() {}

  @Override
  public LockClient open(List<String> servers, ClientSpec spec) {
    return PoolLockClient.of(PoolsFixture.client(spec, servers.get(0)));
  }
}
