package io.holdfast.shedlock;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hold of one run of a job, from the lock over all extensions to the end. Any thread; each ends
 * it or extends it alone, and waits for the server meanwhile.
 */
final class JobHold {

  private static final Logger LOG = LoggerFactory.getLogger(HoldfastLockProvider.class);

  private final String name;
  private final Hold hold;
  private final JobTerms first; // of the lease, which the renewals go on to use
  private final OpenJobs open;
  private final LongSupplier nanoTime;

  // No monitor: a virtual thread that waits for the server in one would keep its carrier.
  private final ReentrantLock turn = new ReentrantLock();

  // Guarded by the turn.
  private JobTerms terms;
  private long sinceNanos; // the least time counts from here
  private long grantedUntilNanos; // until when the server may keep it without a renewal
  private @Nullable JobLock valid; // what may be asked to unlock or extend; null after the end
  private boolean isGone; // lost, or left to the server: nothing is to be done there any more

  JobHold(String name, Hold hold, JobTerms terms, OpenJobs open, LongSupplier nanoTime) {
    this.name = name;
    this.hold = hold;
    this.first = terms;
    this.open = open;
    this.nanoTime = nanoTime;
    this.terms = terms;
    this.sinceNanos = nanoTime.getAsLong(); // the server has granted it by now
    this.grantedUntilNanos = sinceNanos + terms.length().toNanos();
  }

  String name() {
    return name;
  }

  /** Has the log tell a loss while the job runs; at once if it is lost already. */
  void watch() {
    hold.onLost(
        cause -> {
          tellLoss(cause);
          open.remove(this);
        });
  }

  private void tellLoss(LossCause cause) {
    LOG.warn(
        "Lock '{}' (token {}) was lost while its job ran: {}. Another process may run the job at the"
            + " same time",
        name,
        hold.token(),
        cause.text());
  }

  /** What ShedLock is given first; to be called once. */
  SimpleLock first() {
    turn.lock();
    try {
      return next();
    } finally {
      turn.unlock();
    }
  }

  private JobLock next() {
    JobLock next = new JobLock(this, name);
    valid = next;
    return next;
  }

  private void requireValid(JobLock asking) {
    if (valid != asking) {
      throw new IllegalStateException(
          "Lock '%s': it has been unlocked or extended already".formatted(name));
    }
  }

  // ---- extending

  /**
   * Makes it last for these terms from now. Empty if it is lost, or was left to the server; then
   * the job may go on, so the lock that it has can still be asked to extend or unlock.
   */
  Optional<SimpleLock> extend(JobLock asking, LockConfiguration asked) {
    turn.lock();
    try {
      requireValid(asking);
      JobTerms wanted = JobTerms.of(asked, first.isRenewed());
      if (isGone || !lasts(wanted.length())) {
        isGone = true;
        open.remove(this);
        return Optional.empty();
      }
      terms = wanted;
      sinceNanos = nanoTime.getAsLong();
      return Optional.of(next());
    } finally {
      turn.unlock();
    }
  }

  private boolean lasts(Duration atLeast) {
    try {
      hold.extend(atLeast);
      mayLast(atLeast);
      return true;
    } catch (LeaseLostException e) { // the warning: see watch()
      return false;
    } catch (LockServerException e) {
      if (e.isRefusal()) {
        throw notExtended(e);
      }
      mayLast(atLeast);
      throw new LockException(
          "Lock '%s': it may or may not have been extended: %s".formatted(name, e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw notExtended(e);
    }
  }

  private void mayLast(Duration atLeast) {
    long untilNanos = nanoTime.getAsLong() + atLeast.toNanos();
    if (untilNanos - grantedUntilNanos > 0) { // extending never shortens
      grantedUntilNanos = untilNanos;
    }
  }

  private LockException notExtended(RuntimeException cause) {
    return new LockException(
        "Lock '%s': not extended, it lasts as it did: %s".formatted(name, cause.getMessage()),
        cause);
  }

  // ---- the end

  /** The job has ended: frees the lock, now or when the least time has passed. */
  void unlock(JobLock asking) {
    turn.lock();
    try {
      requireValid(asking);
      Optional<LockException> failure = isGone ? nothingToUnlock() : release(nanoTime.getAsLong());
      valid = null; // not after an Error: then unlocking can be tried again
      open.remove(this);
      failure.ifPresent(
          e -> {
            throw e;
          });
    } finally {
      turn.unlock();
    }
  }

  private Optional<LockException> nothingToUnlock() {
    LOG.debug("Lock '{}': its job has ended; there is nothing to unlock", name);
    return Optional.empty();
  }

  private Optional<LockException> release(long now) {
    Duration rest = terms.restOfAtLeast(now - sinceNanos);
    try {
      if (rest.isZero()) {
        hold.close();
      } else {
        hold.releaseAfter(rest);
      }
      return Optional.empty();
    } catch (LeaseLostException e) { // the warning: see watch()
      return nothingToUnlock();
    } catch (LockServerException e) {
      return Optional.of(
          new LockException(
              "Lock '%s': the job has ended, but the lock may stay taken for up to %s ms: %s"
                  .formatted(name, longestStay(now).toMillis(), e.getMessage()),
              e));
    } catch (UnsupportedOperationException // of a quorum, say
        | IllegalArgumentException
        | IllegalStateException e) { // on a network thread; the hold has not ended
      free();
      return Optional.of(
          new LockException(
              "Lock '%s': it is freed now, and not after lockAtLeastFor %s: %s"
                  .formatted(name, terms.atLeast(), e.getMessage()),
              e));
    }
  }

  /**
   * For how long from now the server may keep the lock if it hears no more from this process: the
   * lease, which may have been renewed just now, or an extension that lasts longer and was, or may
   * have been, executed. The rest of the least time is never longer: ShedLock refuses such a
   * configuration.
   */
  private Duration longestStay(long now) {
    Duration granted = Duration.ofNanos(grantedUntilNanos - now);
    return JobTerms.asLease(first.isRenewed() ? longer(granted, first.length()) : granted);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** Frees the lock at once, whatever the least time. For a job that never began, too. */
  void free() {
    try {
      hold.close();
    } catch (LeaseLostException e) {
      LOG.debug("Lock '{}': there is nothing to free", name, e);
    }
  }

  /** Has the server keep it: the job may run on, and nobody renews the lock any more. */
  void leave() {
    turn.lock();
    try {
      if (valid == null || isGone) {
        return;
      }
      if (hold.isValid()) {
        leaveFor(longestStay(nanoTime.getAsLong()));
      }
      isGone = !hold.isValid();
    } finally {
      turn.unlock();
    }
  }

  private void leaveFor(Duration kept) {
    try {
      hold.releaseAfter(kept);
      LOG.info(
          "Lock '{}': its job runs while its provider is closed. The lock stays taken for {} ms",
          name,
          kept.toMillis());
    } catch (LeaseLostException e) { // the warning: see watch()
      LOG.debug("Lock '{}': there is nothing to keep", name, e);
    } catch (LockServerException
        | UnsupportedOperationException
        | IllegalArgumentException
        | IllegalStateException e) {
      LOG.warn(
          "Lock '{}': its job runs while its provider is closed, and the server was not told to keep"
              + " the lock: {}. It stays taken {}",
          name,
          e.getMessage(),
          untilWhen());
    }
  }

  private String untilWhen() {
    if (!hold.isValid()) {
      return "until its lease ends";
    }
    return first.isRenewed()
        ? "until its client is closed"
        : "until its lease ends, or its client is closed";
  }

  @Override
  public String toString() {
    return hold.toString();
  }
}
