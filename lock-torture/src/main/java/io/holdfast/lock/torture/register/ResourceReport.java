package io.holdfast.lock.torture.register;

import java.util.List;

/**
 * What became of one resource.
 *
 * @param lock the name of its lock, cut if it is long
 * @param visits how often it was entered
 * @param overlaps how often somebody was met inside whose deadline was not over
 * @param lateOverlaps how often somebody was met inside whose deadline was over
 * @param abandoned seats that dead processes had left and others have emptied
 * @param missedLeaves how often a visitor found its seat taken away when it left
 * @param writes of the fenced value
 * @param fenced updates of the value that tokens protect
 * @param counted updates of the counter that only the lock protects
 * @param token the highest token that was accepted; 0 if there was none
 * @param inside the holds that are inside now
 * @param moments when that happened which a lock must not let happen
 */
public record ResourceReport(
    String lock,
    long visits,
    long overlaps,
    long lateOverlaps,
    long abandoned,
    long missedLeaves,
    Writes writes,
    Updates fenced,
    Updates counted,
    long token,
    List<Long> inside,
    Moments moments) {

  /**
   * When something happened, by {@link System#nanoTime()}: the beginning of each quarter of a
   * second in which it did.
   *
   * @param overlaps somebody was met inside whose deadline was not over
   * @param refusals a write was refused whose deadline was not over
   */
  public record Moments(List<Long> overlaps, List<Long> refusals) {

    /** How long each of them is. */
    public static final long LENGTH_NANOS = 250_000_000;

    /** Keeps copies of the lists. */
    public Moments {
      overlaps = List.copyOf(overlaps);
      refusals = List.copyOf(refusals);
    }
  }

  /**
   * How writes fared.
   *
   * @param accepted their tokens were as high as any before
   * @param refused their tokens were too low
   * @param refusedValid the part of the refused whose deadline was not over: the lock gave a valid
   *     owner a token below another's
   * @param twins the part of the accepted whose token another hold had written with before
   */
  public record Writes(long accepted, long refused, long refusedValid, long twins) {}

  /**
   * Increments of a value.
   *
   * @param begun how many began
   * @param done how many were acknowledged
   * @param value what the value is now
   */
  public record Updates(long begun, long done, long value) {

    /** How many are lost for certain: acknowledged, and not in the value. */
    public long lost() {
      return Math.max(0, done - value);
    }

    /** Whether the value can have come about: between what was acknowledged and what began. */
    public boolean isExact() {
      return done <= value && value <= begun;
    }
  }
}
