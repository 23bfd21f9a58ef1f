package io.holdfast.lock.core;

import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.util.List;

/** The plain lock, for processes: they make it by its name. */
public final class PlainWorkload implements WorkloadFixture {

  /** For processes. */
  public PlainWorkload() {}

  @Override
  public LockClient open(List<String> servers, ClientSpec spec) {
    return PlainLockFixture.client(spec, servers.get(0));
  }
}
