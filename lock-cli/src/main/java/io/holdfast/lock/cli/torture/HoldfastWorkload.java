package io.holdfast.lock.cli.torture;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A kind of Holdfast's locks, for workers. */
abstract class HoldfastWorkload implements WorkloadFixture {

  /** What all keys of a torture begin with. */
  static final String PREFIX = "holdfast-torture";

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(50);

  /**
   * The locks of this kind, to be closed with all that was opened for them.
   *
   * @throws LockServerException if there are none at the moment
   */
  abstract LockClient connect(
      List<String> servers, ClientSpec spec, HoldfastSettings.Builder settings);

  @Override
  public final LockClient open(List<String> servers, ClientSpec spec) {
    HoldfastSettings.Builder settings = HoldfastSettings.builder().keyPrefix(PREFIX);
    spec.label().ifPresent(settings::clientLabel);
    spec.lease().ifPresent(settings::lease);
    spec.listeners().forEach(settings::listener);
    spec.callbackExecutor().ifPresent(settings::callbackExecutor);
    return patiently(() -> connect(servers, spec, settings));
  }

  /**
   * A worker that is started while the server is away waits for it; and tries again if the server
   * goes away beneath the hold by which it tries whether the server is there.
   */
  static <T> T patiently(Supplier<T> attempt) {
    long start = System.nanoTime();
    while (true) {
      try {
        return attempt.get();
      } catch (LockServerException | LeaseLostException e) {
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos());
      }
    }
  }
}
