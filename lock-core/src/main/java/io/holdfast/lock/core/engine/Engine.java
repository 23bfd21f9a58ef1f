package io.holdfast.lock.core.engine;

import io.holdfast.lock.Lease;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of one client that its acquisitions work with.
 *
 * @param clientId label and 128 random bits
 * @param times the settings that are durations
 * @param clock local time
 * @param connectionState what requests and messages go over
 * @param watchdog the timer
 * @param renewals renewals of the current look of the watchdog
 * @param releases releases that go on in the background
 * @param strays what the server has of this client, and nobody here
 * @param callbacks where user code runs
 * @param tallies what has happened, in numbers
 * @param acquisitions what is asked for or held, by number: the inbox finds them, the watchdog
 *     looks at them
 * @param numbers numbers of acquisitions, never used twice
 */
public record Engine(
    String clientId,
    Times times,
    MonotonicClock clock,
    ConnectionState connectionState,
    Watchdog watchdog,
    Renewals renewals,
    Releases releases,
    Strays strays,
    Callbacks callbacks,
    Tallies tallies,
    Map<Long, Acquisition> acquisitions,
    AtomicLong numbers) {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  /**
   * One more beside this one, with its clock, its callbacks and its tallies. Not started.
   *
   * @param thread the name of its timer's thread
   */
  public Engine beside(String thread, Times otherTimes, ConnectionState otherLine) {
    Map<Long, Acquisition> none = new ConcurrentHashMap<>();
    Renewals newRenewals = new Renewals(clock, false);
    Watchdog newWatchdog = new Watchdog(thread, clock, none.values(), newRenewals::flush);
    Releases newReleases = new Releases(clock, newWatchdog);
    String newId = ClientId.create(ClientId.labelOf(clientId));
    return new Engine(
        newId,
        otherTimes,
        clock,
        otherLine,
        newWatchdog,
        newRenewals,
        newReleases,
        new Strays(newId, none, newReleases, newWatchdog, clock),
        callbacks,
        tallies,
        none,
        new AtomicLong());
  }

  /** The client's monotonic time. */
  public long now() {
    return clock.nanoTime();
  }

  /** Runs it soon, in a thread of the engine, and never inside this call. It must not block. */
  public void later(Runnable task) {
    watchdog.execute(task);
  }

  /** Starts the timer. */
  public void start() {
    watchdog.start();
  }

  /**
   * Waits for the server to acknowledge the releases that are sent by themselves, up to one command
   * time-out. Nothing is to be released after that. An interrupt ends the wait, and is kept.
   */
  public void settle() {
    try {
      releases.close().get(times.commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("Holds whose release is not acknowledged yet end with their leases", e);
    }
  }

  /** Gives up what is not acknowledged, and ends the timer. */
  public void stop() {
    try {
      releases.abandon();
    } finally {
      watchdog.close();
    }
  }

  /**
   * Settings that are durations.
   *
   * @param defaultLease of renewed leases
   * @param claimLease how long a grant stands before we have said anything
   * @param slice how long a hold is passed on while another client waits
   * @param linger how long an acquisition that is taken again and again stays after its release
   * @param commandTimeout how long an answer may take
   * @param unreachableLimit how long an untimed waiter bears an unreachable server
   * @param longWait after how long the log tells of a wait; zero for never
   * @param longestLease what no lease may exceed
   */
  public record Times(
      Duration defaultLease,
      Duration claimLease,
      Duration slice,
      Duration linger,
      Duration commandTimeout,
      Duration unreachableLimit,
      Duration longWait,
      Duration longestLease) {

    /**
     * The terms of a lease.
     *
     * @throws IllegalArgumentException if the lease is too long
     */
    public LeaseTerms terms(Lease lease) {
      LeaseTerms terms = LeaseTerms.of(lease, defaultLease);
      requireAllowed(Duration.ofMillis(terms.leaseMillis()));
      return terms;
    }

    /**
     * Refuses a lease that is too long.
     *
     * @throws IllegalArgumentException if it is
     */
    public void requireAllowed(Duration lease) {
      if (lease.compareTo(longestLease) > 0) {
        throw new IllegalArgumentException(
            "lease %s ms: must be at most %s ms here"
                .formatted(TimeUnit.MILLISECONDS.convert(lease), longestLease.toMillis()));
      }
    }
  }
}
