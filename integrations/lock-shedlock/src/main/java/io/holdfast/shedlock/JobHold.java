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
  private final OpenJobs open;
  private final LongSupplier nanoTime;

  // No monitor: a virtual thread that waits for the server in one would keep its carrier.
  private final ReentrantLock turn = new ReentrantLock();

  // Guarded by the turn.
  private JobTerms terms;
  private long sinceNanos;
  private @Nullable JobLock valid; // what may be asked to unlock or extend; null after the end
  private boolean isLeft;

  JobHold(String name, Hold hold, JobTerms terms, OpenJobs open, LongSupplier nanoTime) {
    this.name = name;
    this.hold = hold;
    this.terms = terms;
    this.open = open;
    this.nanoTime = nanoTime;
    this.sinceNanos = nanoTime.getAsLong(); // the server has granted it by now
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

  /** Makes it last for these terms from now. Empty if it is lost, or was left to the server. */
  Optional<SimpleLock> extend(JobLock asking, LockConfiguration asked) {
    turn.lock();
    try {
      requireValid(asking);
      JobTerms wanted = JobTerms.of(asked, terms.isRenewed());
      if (isLeft || !lasts(wanted.length())) {
        end();
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
      return true;
    } catch (LeaseLostException e) { // the warning: see watch()
      return false;
    } catch (LockServerException | IllegalArgumentException e) {
      throw new LockException(
          "Lock '%s': not extended, it lasts as it did: %s".formatted(name, e.getMessage()), e);
    }
  }

  // ---- the end

  /** The job has ended: frees the lock, now or when the least time has passed. */
  void unlock(JobLock asking) {
    turn.lock();
    try {
      requireValid(asking);
      if (isLeft) {
        LOG.debug("Lock '{}': its job ended after its provider was closed", name);
      } else {
        release(terms.restOfAtLeast(nanoTime.getAsLong() - sinceNanos));
      }
      end();
    } finally {
      turn.unlock();
    }
  }

  private void release(Duration rest) {
    try {
      if (rest.isZero()) {
        hold.close();
      } else {
        hold.releaseAfter(rest);
      }
    } catch (LeaseLostException e) { // the warning: see watch()
      LOG.debug("Lock '{}': there is nothing to unlock", name, e);
    } catch (LockServerException e) { // the lease is not shorter than the least time
      end();
      throw new LockException(
          "Lock '%s': the job has ended, but the lock may stay taken for up to %s: %s"
              .formatted(name, terms.length(), e.getMessage()),
          e);
    } catch (UnsupportedOperationException | IllegalArgumentException e) { // of a quorum, say
      end();
      release(Duration.ZERO);
      throw new LockException(
          "Lock '%s': it is free now, and not after lockAtLeastFor %s: %s"
              .formatted(name, terms.atLeast(), e.getMessage()),
          e);
    }
  }

  private void end() {
    valid = null;
    open.remove(this);
  }

  /** The job never began. */
  void giveBack() {
    hold.close();
  }

  /**
   * Has the server keep it as if this process died now: the job may run on, and nobody renews the
   * lock any more.
   */
  void leave() {
    turn.lock();
    try {
      if (valid == null || !hold.isValid()) {
        return;
      }
      Duration rest = terms.restOfAtLeast(nanoTime.getAsLong() - sinceNanos);
      Duration lease = JobTerms.asLease(terms.isRenewed() ? terms.length() : hold.remaining());
      Duration kept = lease.compareTo(rest) < 0 ? rest : lease;
      hold.releaseAfter(kept);
      LOG.info(
          "Lock '{}': its job runs while its provider is closed. The lock stays taken for {} ms",
          name,
          kept.toMillis());
    } catch (LeaseLostException e) { // the warning: see watch()
      LOG.debug("Lock '{}': there is nothing to keep", name, e);
    } catch (LockServerException | UnsupportedOperationException | IllegalArgumentException e) {
      LOG.warn(
          "Lock '{}': its job runs while its provider is closed, and the server was not told to keep"
              + " the lock: {}. It stays taken {}",
          name,
          e.getMessage(),
          hold.isValid() ? "until its client is closed" : "until its lease ends");
    } finally {
      isLeft = !hold.isValid();
      turn.unlock();
    }
  }

  @Override
  public String toString() {
    return hold.toString();
  }
}
