package io.holdfast.lock.redlock;

/**
 * A block of tokens.
 *
 * @param first the lowest
 * @param last the highest
 */
record Tokens(long first, long last) {

  static final Tokens NONE = new Tokens(0, 0);

  boolean isNone() {
    return last == 0;
  }

  /** As many as these above that number. */
  Tokens above(long highest) {
    return new Tokens(highest + 1, highest + 1 + (last - first));
  }

  /** As the script that votes reads them. */
  String inText() {
    return first + " " + last;
  }

  /** The higher ones. */
  Tokens max(Tokens other) {
    return other.last > last ? other : this;
  }
}
