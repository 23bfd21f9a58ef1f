package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.GrantedLease;
import io.holdfast.lock.core.lease.LeaseTerms;

/**
 * When a hold goes to the next owner of the same client without the network. Pure decisions.
 *
 * @param sliceNanos how long a client goes on passing on while other clients wait, and how long a
 *     waiter here is overtaken by running threads
 */
public record PassingOn(long sliceNanos) {

  /** Whether an acquisition under one lease may go on as a hold under another. */
  public boolean isAllowed(LeaseTerms had, GrantedLease grantedLease, LeaseTerms wanted, long now) {
    return grantedLease.hasToken()
        && canGoOn(had, grantedLease, wanted, now)
        && !isSliceOver(grantedLease, now);
  }

  /** The same, however long others wait, and if no token of the block is wanted. */
  boolean canGoOn(LeaseTerms had, GrantedLease grantedLease, LeaseTerms wanted, long now) {
    return had.mayPassOn()
        && had.equals(wanted)
        && grantedLease.hasAThirdLeft(now)
        && grantedLease.validUntilNanos() - now <= had.leaseNanos(); // not what one owner extended
  }

  /**
   * Whether what is held may go on as the hold of this waiter, however long others wait, and if no
   * token of the block is wanted.
   */
  public boolean canGoOn(Acquisition held, Waiter next, long now) {
    return canGoOn(held.terms(), held.grantedLease(), next.request().terms(), now);
  }

  /** The same within a slice of the grant, whether others wait or not. */
  public boolean canGoOnForASlice(Acquisition held, Waiter next, long now) {
    return canGoOn(held, next, now) && now - held.grantedLease().sinceNanos() <= sliceNanos;
  }

  private boolean isSliceOver(GrantedLease grantedLease, long now) {
    return grantedLease.doOthersWait() && now - grantedLease.sinceNanos() > sliceNanos;
  }

  /** Whether a waiter has been overtaken for long enough, and is given the hold directly. */
  public boolean isOverdue(long waitingSinceNanos, long now) {
    return now - waitingSinceNanos > sliceNanos;
  }
}
