package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.lease.LeaseTerms;
import java.util.concurrent.TimeUnit;

/**
 * What the server has given to an acquisition: a block of tokens, and validity. Guarded by the
 * gate's monitor, but for {@link #validUntilNanos()} and {@link #leftNanos}.
 */
public final class GrantedLease {

  /** As holder_key.lua has it. */
  static final int THIN_BLOCK = 8;

  private final LeaseTerms terms;

  private long sinceNanos;
  private long firstToken;
  private long nextToken;
  private long lastToken;
  private boolean othersWait;
  private long runUntil;
  private boolean leaseIsSet; // false while only the claim lease of a grant counts
  private long fullNanos; // the validity that the last answer gave; zero before the first

  // Read by owners and by the watchdog without the monitor.
  private volatile long validUntilNanos;

  // Set by the thread that sees the end of the validity, before anybody is told; never unset. So
  // no renewal, however late its answer is read, makes a hold valid again that was seen to end.
  private volatile boolean isOver;

  GrantedLease(LeaseTerms terms) {
    this.terms = terms;
  }

  /** The server made it the holder. */
  void begin(long now, long first, long finalToken, boolean others) {
    sinceNanos = now;
    firstToken = first;
    nextToken = first;
    lastToken = finalToken;
    othersWait |= others;
  }

  /** A request that was sent then has set the expiry to this; never makes it less than it is. */
  void setBy(long sentNanos, long millis) {
    long until = sentNanos + LeaseTerms.validityNanos(millis);
    if (fullNanos == 0 || until - validUntilNanos > 0) {
      fullNanos = LeaseTerms.validityNanos(millis);
      validUntilNanos = until;
    }
  }

  /** The answer said that it is the lease itself, not the claim lease of a grant. */
  void leaseIsSet() {
    leaseIsSet = true;
  }

  /** Whether an answer said so. */
  public boolean isLeaseSet() {
    return leaseIsSet;
  }

  void run(long untilArrival) {
    runUntil = untilArrival;
  }

  /**
   * When it was granted, the tickets up to this arrival number were next, and all of this client.
   */
  public long runUntil() {
    return runUntil;
  }

  void othersWait() {
    othersWait = true;
  }

  /** Whether other clients wait for it, as far as we heard. */
  public boolean doOthersWait() {
    return othersWait;
  }

  /** When this client got it from the server. */
  public long sinceNanos() {
    return sinceNanos;
  }

  /** Past this it is lost, whatever the network says. Any thread. */
  public long validUntilNanos() {
    return validUntilNanos;
  }

  /**
   * For how long it is valid yet. Any thread. Zero is for ever: the thread that first sees the end
   * of the validity marks it, and from then on every thread sees it.
   *
   * @param now read before this call: if it were read behind the validity, a renewal between the
   *     two would end what is valid
   */
  public long leftNanos(long now) {
    if (isOver) {
      return 0;
    }
    long left = validUntilNanos - now;
    if (left > 0) {
      return left;
    }
    isOver = true;
    return 0;
  }

  /** Whether its validity has passed: then it stays so. Any thread. */
  public boolean isOver(long now) {
    return leftNanos(now) == 0;
  }

  /** Since the last request was sent that has set the expiry. */
  public long sinceSetNanos(long now) {
    return now - (validUntilNanos - fullNanos);
  }

  /** For how long from now the server may keep it: longer than it is valid here, by the drift. */
  long serverKeepsNanos(long now) {
    long left = Math.max(0, validUntilNanos - now);
    return fullNanos == 0 ? 0 : left + left / 50 + TimeUnit.MILLISECONDS.toNanos(10);
  }

  /** Whether at least a third is left of the validity that the last answer gave. */
  public boolean hasAThirdLeft(long now) {
    return !isOver && validUntilNanos - now >= fullNanos / 3;
  }

  /** The first token of the block. */
  public long firstToken() {
    return firstToken;
  }

  /** Whether its block has the size of that of a thin hold; mostly it is one then. */
  boolean hasThinBlock() {
    return lastToken - firstToken + 1 == THIN_BLOCK && firstToken > 0;
  }

  /** Whether the block of tokens is not used up. */
  public boolean hasToken() {
    return nextToken <= lastToken;
  }

  /** The last token of the block; of what has no tokens, what the server has told instead. */
  public long lastToken() {
    return lastToken;
  }

  /** The next token of the block. */
  public long takeToken() {
    return nextToken++;
  }

  /** What the next renewal sets the expiry to; zero if it is only to ask. */
  long millisToRenew(long now) {
    if (!terms.isRenewed()) {
      return leaseIsSet ? 0 : terms.leaseMillis();
    }
    return Math.min(terms.leaseMillis(), capLeftMillis(now));
  }

  /** What is left of its cap; more than any lease if it has none. Any thread. */
  long capLeftMillis(long now) {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(sinceNanos + terms.capNanos() - now));
  }

  /** Whether only that is left of its cap by which its validity is shorter than its lease. */
  boolean hasReachedCap(long now) {
    return TimeUnit.MILLISECONDS.toNanos(capLeftMillis(now)) <= fullNanos / 20;
  }

  /** Whether {@code millis} from now would be beyond the cap of the lease. */
  public boolean wouldExceedCap(long millis, long now) {
    return TimeUnit.MILLISECONDS.toNanos(millis) - (sinceNanos + terms.capNanos() - now) > 0;
  }
}
