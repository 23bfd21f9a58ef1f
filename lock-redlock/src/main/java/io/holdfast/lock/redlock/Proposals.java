package io.holdfast.lock.redlock;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Blocks of tokens to propose, by the time of the servers: along with the question, before any node
 * has told what it knows, or above what they have told. Any thread.
 *
 * <p>A node agrees to what is above all that it knows, and draws a number from its own clock before
 * it compares: so a proposal is ahead of that by {@value #AHEAD_MICROS} µs, for how far clocks
 * differ, and for the way there. One that is too low costs a second round, and nothing else.
 *
 * <p>A block never runs further ahead than that and its own length: on average there are a million
 * tokens a second, as with a plain lock.
 */
final class Proposals {

  static final int BLOCK = 1024;
  static final long AHEAD_MICROS = 50_000;

  /** A node that is behind the last proposal draws the number above it. */
  private static final int OF_THE_NODE = 1;

  private final AtomicLong last = new AtomicLong();

  /** One that no other acquisition of this client proposes before it is told anything. */
  Tokens draw(long serverMicros) {
    while (true) {
      long before = last.get();
      long low = serverMicros + AHEAD_MICROS;
      Tokens drawn = block(Math.max(before + OF_THE_NODE + 1, low), serverMicros);
      if (last.compareAndSet(before, drawn.last())) {
        return drawn;
      }
    }
  }

  /** One above that number. */
  static Tokens above(long highest, long serverMicros) {
    return block(highest + 1, serverMicros);
  }

  private static Tokens block(long first, long serverMicros) {
    long latest = serverMicros + AHEAD_MICROS + BLOCK - 1;
    return new Tokens(first, Math.min(first + BLOCK - 1, Math.max(first, latest)));
  }
}
