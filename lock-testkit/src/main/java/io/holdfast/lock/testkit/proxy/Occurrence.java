package io.holdfast.lock.testkit.proxy;

import java.util.Random;

/** Which of the commands that fit. */
sealed interface Occurrence {

  /**
   * Whether it is this one.
   *
   * @param number how many have fitted, this one included
   */
  boolean isNow(long number, Random random);

  /** Whether it is one and no more. */
  default boolean isOnce() {
    return false;
  }

  /** Only the n-th. */
  record Nth(int n) implements Occurrence {
    @Override
    public boolean isOnce() {
      return true;
    }

    @Override
    public boolean isNow(long number, Random random) {
      return number == n;
    }
  }

  /** Each. */
  record Always() implements Occurrence {
    @Override
    public boolean isNow(long number, Random random) {
      return true;
    }
  }

  /** Each with this probability. */
  record Sometimes(double probability) implements Occurrence {
    @Override
    public boolean isNow(long number, Random random) {
      return random.nextDouble() < probability;
    }
  }
}
