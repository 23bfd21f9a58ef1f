package io.holdfast.lock.contract.mutant;

import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.time.Duration;
import java.util.List;

/** The mini lock, for workers. System properties say what it does wrong and what happens to it. */
public final class MiniFixture implements WorkloadFixture {

  static final String DEFECT = "mini.defect";
  static final String MISCHIEF = "mini.mischief";

  /** For workers. */
  public MiniFixture() {}

  @Override
  public LockClient open(List<String> servers, ClientSpec spec) {
    return new MiniClient(
        servers,
        spec.lease().orElse(Duration.ofSeconds(2)),
        Defect.valueOf(System.getProperty(DEFECT, "NONE")),
        Mischief.valueOf(System.getProperty(MISCHIEF, "NONE")));
  }
}
