package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockInspection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Times as users of {@code java.util.concurrent} and of other lock libraries give them. */
public final class TimeArguments {

  private TimeArguments() {}

  /**
   * A lease from a number and a unit; its bounds are checked by who uses it.
   *
   * @param renewing the call that a user wants who passes -1
   */
  public static Duration fixed(long leaseTime, TimeUnit unit, String renewing) {
    if (leaseTime == -1) {
      throw new IllegalArgumentException(
          "leaseTime -1: does not mean 'renewed' here; call " + renewing + " for a renewed lease");
    }
    return saturated(leaseTime, unit);
  }

  /** A duration that is never too large. */
  public static Duration saturated(long time, TimeUnit unit) {
    long seconds = unit.toSeconds(time);
    return seconds == Long.MAX_VALUE || seconds == Long.MIN_VALUE
        ? Duration.ofSeconds(seconds)
        : Duration.of(time, unit.toChronoUnit());
  }

  /** Milliseconds of a duration that may be very large, or very small. */
  static long saturatedMillis(Duration duration) {
    return TimeUnit.MILLISECONDS.convert(duration);
  }

  /** Holder, lease and queue, as in "(holder web-3/4711, lease left 2210 ms, 3 waiting)". */
  static String describe(LockInspection inspection) {
    return inspection
        .holder()
        .map(
            holder ->
                "holder %s%s, lease left %s ms, %s waiting at the server"
                    .formatted(
                        holder.clientLabel(),
                        holder.ours() ? " (this client)" : "",
                        holder.remaining().toMillis(),
                        inspection.queueLength()))
        .orElse("free by now, %s waiting at the server".formatted(inspection.queueLength()));
  }
}
