package io.holdfast.lock.semaphore;

import io.holdfast.lock.testkit.contract.ClientSpec;
import io.holdfast.lock.testkit.contract.LockClient;
import io.holdfast.lock.testkit.contract.PoolLockClient;
import io.holdfast.lock.testkit.workload.WorkloadFixture;
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
