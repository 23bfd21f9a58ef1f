package io.holdfast.lock.redlock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blocks of tokens to propose, by the time of the servers: along with the question, before any node
 * has told what it knows, or above what they have told. Any thread.
 *
 * <p>A node agrees to what is above all that it has agreed to. A guess that is too low costs a
 * second round, and nothing else: where a proposal comes from makes no difference to safety. The
 * time of the servers is above what most of them have agreed to, for whatever lock, unless that was
 * a moment ago.
 *
 * <p>A block never runs further ahead of that time than its own length: on average there are a
 * million tokens a second, as with a plain lock.
 */
final class ProposalNumbers {

  private static final Logger LOG = LoggerFactory.getLogger(ProposalNumbers.class);

  static final int BLOCK = 1024;

  /** How often it is said that nobody knows. */
  private static final long SAID_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final AtomicLong last = new AtomicLong();
  private boolean hasSaid; // guarded by this, as is when
  private long saidNanos;

  /** One that no other acquisition of this client proposes before it is told anything. */
  TokenBlock draw(long serverMicros) {
    while (true) {
      long before = last.get();
      TokenBlock drawn = above(before, serverMicros, serverMicros);
      if (last.compareAndSet(before, drawn.last())) {
        return drawn;
      }
    }
  }

  /** This one is proposed, after nodes have told: what is drawn next is to be above it. */
  void raised(TokenBlock proposed, long serverMicros) {
    long most = serverMicros + BLOCK - 1; // what is far ahead is so for one lock
    last.accumulateAndGet(Math.min(proposed.last(), most), Math::max);
  }

  /** Says so in the log, now and then. */
  void byClocks(String name, long nowNanos) {
    if (isToBeSaid(nowNanos)) {
      LOG.warn(
          "Lock '{}': no majority of the nodes knows its last token, and some nodes have not answered: tokens come from the latest clock of the nodes, and each acquisition needs a second round of requests. This concerns names that were not used before a node went away, until that node is back or the others are a day old",
          name);
    }
  }

  /** The first time, and then when ten minutes have passed since it was. */
  synchronized boolean isToBeSaid(long nowNanos) {
    if (hasSaid && nowNanos - saidNanos < SAID_NANOS) {
      return false;
    }
    hasSaid = true;
    saidNanos = nowNanos;
    return true;
  }

  /**
   * One above that number.
   *
   * @param leastMicros where it begins at the earliest
   * @param latestMicros further ahead of this time than its own length it is one number long
   */
  static TokenBlock above(long highest, long leastMicros, long latestMicros) {
    long first = Math.max(highest + 1, leastMicros);
    long latest = latestMicros + BLOCK - 1;
    return new TokenBlock(first, Math.min(first + BLOCK - 1, Math.max(first, latest)));
  }
}
