package io.holdfast.lock.redlock;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.time.Duration;
import java.util.List;

/**
 * The quorum lock, for processes: they make it by its name. Their leases are the longest there are,
 * so that quarantine is as short as it may be; a system property leaves it out.
 */
public final class RedWorkload implements WorkloadFixture {

  static final String QUARANTINE = "red.quarantine";

  private static final Duration START = Duration.ofMinutes(1);

  /** For processes. */
  public RedWorkload() {}

  @Override
  public LockClient open(List<String> servers, ClientSpec spec) {
    boolean quarantine = Boolean.parseBoolean(System.getProperty(QUARANTINE, "true"));
    Duration lease = spec.lease().orElseThrow();
    RedLockSettings settings =
        RedLockSettings.builder().maxLease(lease).quarantine(quarantine).build();
    HoldfastSettings ofNodes =
        HoldfastSettings.builder()
            .lease(lease)
            .clientLabel(spec.label().orElseThrow())
            .connectInBackground()
            .build();
    Quorums quorum = Quorums.open(settings, ofNodes, servers);
    Eventually.within(START)
        .isTrue(
            "a majority votes, and is not in quarantine",
            () -> RedLockSuite.isVotedOn(quorum.locks(), "probe"));
    return new Client(quorum);
  }

  private record Client(Quorums quorum) implements LockClient {

    @Override
    public DistributedLock lock(String name) {
      return quorum.locks().get(name);
    }

    @Override
    public DistributedLock lock(String name, AcquireOptions options) {
      return quorum.locks().get(name, options);
    }

    @Override
    public void close() {
      quorum.close();
    }
  }
}
