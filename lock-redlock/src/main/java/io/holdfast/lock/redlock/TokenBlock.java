package io.holdfast.lock.redlock;

/**
 * A block of tokens.
 *
 * @param first the lowest
 * @param last the highest
 */
record TokenBlock(long first, long last) {

  static final TokenBlock NONE = new TokenBlock(0, 0);

  boolean isNone() {
    return last == 0;
  }

  /** As the script that votes reads them. */
  String inText() {
    return first + " " + last;
  }
}
