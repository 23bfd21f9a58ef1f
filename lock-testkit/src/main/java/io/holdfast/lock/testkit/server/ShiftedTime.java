package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * Waits until a server tells the time that its clock was shifted to. Valkey 9 caches its time by
 * the monotonic clock, and so sees a shift some milliseconds later: an expiry that is set meanwhile
 * is wrong by the shift.
 *
 * @param uri where the server is
 * @param clock the server's clock
 */
record ShiftedTime(String uri, ServerClock clock) implements Runnable {

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration TOLERANCE = Duration.ofMillis(50);
  private static final long MICROS_A_SECOND = 1_000_000;

  static boolean isNeededFor(ServerVersion version) {
    return version.product().equals("valkey") && version.isAtLeast(9, 0);
  }

  /** A server that does not answer is not waited for: it is dead, frozen, or busy. */
  @Override
  public void run() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (RespClient client = RespClient.connect(uri, PATIENCE)) {
      while (difference(client.texts("TIME")).compareTo(TOLERANCE) > 0
          && System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
    } catch (RespException | UncheckedIOException e) {
      // It reads the clock before it answers anybody again.
    }
  }

  private Duration difference(List<String> time) {
    long micros = Long.parseLong(time.get(0)) * MICROS_A_SECOND + Long.parseLong(time.get(1));
    Duration told = Duration.ofNanos(micros * 1_000);
    Duration right = Duration.ofMillis(System.currentTimeMillis()).plus(clock.offset());
    return told.minus(right).abs();
  }
}
