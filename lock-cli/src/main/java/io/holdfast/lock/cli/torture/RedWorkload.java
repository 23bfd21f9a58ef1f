package io.holdfast.lock.cli.torture;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.redlock.RedLockSettings;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.List;
import java.util.Optional;

/**
 * The quorum lock, for workers: they make it by its name. The leases of a torture are the longest
 * there are, so that quarantine is as short as it may be.
 */
public final class RedWorkload extends HoldfastWorkload {

  private static final String PROBE = "probe";

  /** For workers. */
  public RedWorkload() {}

  @Override
  LockClient connect(List<String> servers, ClientSpec spec, HoldfastSettings.Builder settings) {
    RedLockSettings.Builder quorum = RedLockSettings.builder();
    spec.lease().ifPresent(quorum::maxLease);
    RedLocks locks =
        RedLocks.connect(quorum.build(), settings.build(), servers.toArray(String[]::new));
    try {
      patiently(() -> attempt(locks));
    } catch (RuntimeException e) {
      locks.close();
      throw e;
    }
    return new Client(locks);
  }

  /** That one comes back without having it will do: a majority votes, and is not in quarantine. */
  private static boolean attempt(RedLocks locks) {
    try {
      Optional<Hold> had = locks.get(PROBE).tryAcquire(AcquireOptions.defaults().withoutWaiting());
      had.ifPresent(Hold::close);
      return had.isPresent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LockServerException("interrupted", e);
    }
  }

  private record Client(RedLocks locks) implements LockClient {

    @Override
    public DistributedLock lock(String name) {
      return locks.get(name);
    }

    @Override
    public DistributedLock lock(String name, AcquireOptions options) {
      return locks.get(name, options);
    }

    @Override
    public void close() {
      locks.close();
    }
  }
}
