package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.Change;

/**
 * How a change is written in a request, as {@code change.lua} of each kind reads it.
 *
 * @param what which number, and how
 * @param number by how much, or to what; 0 where none is needed
 */
public record ChangeWords(String what, long number) {

  /** The words of this change. */
  public static ChangeWords of(Change change) {
    if (change instanceof Change.Give give) {
      return new ChangeWords("give", give.permits());
    } else if (change instanceof Change.GiveBack back) {
      return new ChangeWords("back", back.permits());
    } else if (change instanceof Change.Grow grow) {
      return new ChangeWords("grow", grow.by());
    } else if (change instanceof Change.Resize resize) {
      return new ChangeWords("resize", resize.size());
    } else if (change instanceof Change.CountDown) {
      return new ChangeWords("count_down", -1);
    } else if (change instanceof Change.Drain) {
      return new ChangeWords("drain", 0);
    } else if (change instanceof Change.Look) {
      return new ChangeWords("look", 0);
    }
    throw new IllegalArgumentException("no words for " + change);
  }

  @Override
  public String toString() {
    return what + " " + number;
  }
}
