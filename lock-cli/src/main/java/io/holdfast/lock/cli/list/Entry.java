package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.core.gate.Revocable;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** What the server has for one name of one kind. */
sealed interface Entry {

  /** Its kind. */
  LockKind kind();

  /** Its name. */
  String name();

  /** How many wait at the server; 0 if that is not known. */
  int waiting();

  /** Whether it is worth a line: somebody has it or waits for it, or it is in the way. */
  boolean isInUse();

  /**
   * A lock, or one side of it, or a pool of permits: somebody may have it.
   *
   * @param size of how many permits; 0 of a lock, and of a pool that nobody has used yet
   */
  record Owned(LockKind kind, String name, List<Revocable.Held> holders, int waiting, int size)
      implements Entry {

    /** How many permits are out. */
    int out() {
      return holders.stream().mapToInt(Revocable.Held::permits).sum();
    }

    /** How many there are for the taking; none after a pool was made smaller than what is out. */
    int available() {
      return Math.max(0, size - out());
    }

    /** For how long its one holder has it: a token is about the microsecond it was drawn in. */
    Optional<Duration> heldFor(long nowMicros) {
      return holders.stream()
          .findFirst()
          .filter(held -> kind != LockKind.READ && held.token().isPresent())
          .map(held -> Math.max(0, nowMicros - held.token().getAsLong()))
          .map(micros -> Duration.of(micros, ChronoUnit.MICROS));
    }

    boolean isHeld() {
      return !holders.isEmpty();
    }

    @Override
    public boolean isInUse() {
      return isHeld() || waiting > 0;
    }
  }

  /**
   * A number that nobody owns: of a semaphore, or of a latch.
   *
   * @param isThere whether anybody has used it yet
   * @param size how many permits there are altogether, or where the latch began
   * @param left how many permits are there for the taking, or what is left to count down
   */
  record Counted(LockKind kind, String name, boolean isThere, long size, long left, int waiting)
      implements Entry {

    @Override
    public boolean isInUse() {
      return isThere || waiting > 0;
    }
  }

  /**
   * Something that somebody else has put where a lock would be.
   *
   * @param key where it is
   * @param type what it is, as {@code TYPE} says it
   * @param expected what would be there
   */
  record Foreign(LockKind kind, String name, String key, String type, String expected)
      implements Entry {

    String description() {
      return "not a " + expected + " (" + type + ")";
    }

    @Override
    public int waiting() {
      return 0;
    }

    @Override
    public boolean isInUse() {
      return true;
    }
  }
}
