package io.holdfast.lock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How long the server keeps a lock without hearing from its client.
 *
 * <p>The client's watchdog keeps a <em>renewed</em> lease alive for as long as the lock is held and
 * the process lives; it may have a cap. A <em>fixed</em> lease is set once and never renewed: when
 * it ends, the lock is lost, whatever the work is doing.
 *
 * <p>Every duration is between {@link #MINIMUM} and {@link #MAXIMUM}; any other is refused with
 * {@link IllegalArgumentException}. The server counts in milliseconds; fractions are cut off.
 */
public sealed interface Lease permits Lease.Renewed, Lease.Fixed {

  /** The shortest lease that can be asked for: 100 ms. */
  Duration MINIMUM = Duration.ofMillis(100);

  /** The longest lease that can be asked for: 24 hours. Work that takes longer wants renewal. */
  Duration MAXIMUM = Duration.ofHours(24);

  /** A lease of the client's default length, renewed by the watchdog. */
  static Renewed renewed() {
    return Renewed.DEFAULT;
  }

  /**
   * A lease of the given length, renewed by the watchdog every third of it.
   *
   * @throws IllegalArgumentException if the length is out of bounds
   */
  static Renewed renewed(Duration length) {
    return new Renewed(Optional.of(length), Optional.empty());
  }

  /**
   * A lease of the given length that is not renewed.
   *
   * @throws IllegalArgumentException if the length is out of bounds
   */
  static Fixed fixed(Duration length) {
    return new Fixed(length);
  }

  /**
   * Renewed by the watchdog, for ever or up to a cap.
   *
   * @param length the lease; the client's default if empty
   * @param cap how long one hold may last in all; without bound if empty
   */
  record Renewed(Optional<Duration> length, Optional<Duration> cap) implements Lease {

    private static final Renewed DEFAULT = new Renewed(Optional.empty(), Optional.empty());

    /** Checks the bounds of both. */
    public Renewed {
      length.ifPresent(value -> requireInBounds("lease", value));
      cap.ifPresent(value -> requireInBounds("cap of the lease", value));
    }

    /**
     * The same lease, but renewed no longer than {@code cap} after the hold began. Then the hold
     * runs out and is lost, as with a fixed lease.
     *
     * @throws IllegalArgumentException if the cap is out of bounds
     */
    public Renewed atMost(Duration cap) {
      return new Renewed(length, Optional.of(cap));
    }
  }

  /**
   * Set once, never renewed.
   *
   * @param length the lease
   */
  record Fixed(Duration length) implements Lease {

    /** Checks the bounds. */
    public Fixed {
      requireInBounds("lease", length);
    }
  }

  private static void requireInBounds(String what, Duration value) {
    Objects.requireNonNull(value, what);
    if (value.compareTo(MINIMUM) < 0 || value.compareTo(MAXIMUM) > 0) {
      throw new IllegalArgumentException(
          "%s %s: must be from %s ms to %s h"
              .formatted(what, value, MINIMUM.toMillis(), MAXIMUM.toHours()));
    }
  }
}
