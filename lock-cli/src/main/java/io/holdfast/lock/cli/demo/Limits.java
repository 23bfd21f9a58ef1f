package io.holdfast.lock.cli.demo;

import java.time.Duration;

/**
 * What the demo bears where it judges by the clock.
 *
 * @param handOver for one hand-over, seen once
 * @param median for the median of all hand-overs
 * @param leaseMargin beyond a lease, for the server's expiry and our own measuring
 */
record Limits(Duration handOver, Duration median, Duration leaseMargin) {

  private static final int MARGINS_OF_A_LEASE = 4;

  /** With clients that poll the median would be half their interval. */
  static Limits usual(Duration lease) {
    return new Limits(
        Duration.ofMillis(500), Duration.ofMillis(25), lease.dividedBy(MARGINS_OF_A_LEASE));
  }

  /** For a machine that may stand still for seconds. */
  static Limits busy() {
    return new Limits(Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofSeconds(30));
  }
}
