package io.holdfast.lock.fair;

import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.util.List;

/** The fair lock, for processes: they make it by its name. */
public final class FairWorkload implements WorkloadFixture {

  /** For processes. */
  public FairWorkload() {}

  @Override
  public LockClient open(List<String> servers, ClientSpec spec) {
    return FairLockFixture.client(spec, servers.get(0));
  }

  @Override
  public boolean keepsOrderOfArrival() {
    return true;
  }
}
