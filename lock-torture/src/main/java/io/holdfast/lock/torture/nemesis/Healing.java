package io.holdfast.lock.torture.nemesis;

import java.time.Duration;

/** What a fault has done, and how it is undone. */
public final class Healing {

  private final String done;
  private final Action action;
  private final Duration convalescence;

  /** Undoes it; may throw, and may be called again then. */
  @FunctionalInterface
  public interface Action {
    /** Undoes it. What has been undone before must not hurt. */
    void run() throws Exception;
  }

  private Healing(String done, Action action, Duration convalescence) {
    this.done = done;
    this.action = action;
    this.convalescence = convalescence;
  }

  /** It is undone so. */
  public static Healing by(String done, Action action) {
    return new Healing(done, action, Duration.ZERO);
  }

  /** There is nothing to undo: it is over already. */
  public static Healing none(String done) {
    return new Healing(done, () -> {}, Duration.ZERO);
  }

  /** The same; for so long after it the node counts as hurt. */
  public Healing convalescing(Duration time) {
    return new Healing(done, action, time);
  }

  /** What has been done, and to which victim, in words. */
  public String done() {
    return done;
  }

  Duration convalescence() {
    return convalescence;
  }

  void heal() throws Exception {
    action.run();
  }

  @Override
  public String toString() {
    return done;
  }
}
