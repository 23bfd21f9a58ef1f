package io.holdfast.shedlock;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Locks;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * A lock provider for ShedLock whose locks are Holdfast's: one bean in place of another provider.
 *
 * <pre>{@code
 * @Bean
 * LockProvider lockProvider(HoldfastClient client) {
 *   return new HoldfastLockProvider(client);
 * }
 * }</pre>
 *
 * <p><strong>Locking.</strong> {@link #lock} takes a lock only if it is free now. It never enters a
 * lock again: a second call for one name gets nothing, in the same thread as in another process.
 * The lock belongs to no thread; any thread may unlock or extend it. Its name at the server is
 * {@code shedlock:}<i>environment</i>{@code :}<i>name of the job</i>. "Not taken" always means that
 * another holds it, or waits for it: a server that cannot be asked is told by {@link
 * LockException}.
 *
 * <p><strong>{@code lockAtMostFor}</strong> is how long the server keeps the lock without hearing
 * from this process. With keep-alive the client renews the lock every third of that time, at most
 * every 8 hours, for as long as the job and the process live; so the job may take longer. If the
 * process dies, the lock is free when {@code lockAtMostFor} has passed since the last renewal.
 * Without keep-alive the lock ends when {@code lockAtMostFor} has passed, even if the job still
 * runs. It must be at least 100 ms; without keep-alive also at most 24 hours.
 *
 * <p><strong>{@code lockAtLeastFor}</strong> counts from when the lock was taken, or extended, by
 * the monotonic clock of this process; {@code createdAt} of the configuration is not used, and no
 * wall clock. If the job ends earlier, the server is told to keep the lock for the rest, by its own
 * clock. So the rest passes even if this process dies or its client is closed. It is rounded up to
 * whole milliseconds, and to at least 100 ms. At most 24 hours can be asked for.
 *
 * <p><strong>Extending</strong> returns a new lock that lasts at least the new {@code
 * lockAtMostFor} from now; the old one throws {@link IllegalStateException} from then on. It never
 * shortens a lock. With keep-alive, the renewals after it use the length that was asked for at
 * first. Empty means that the lock was lost, or that this provider was closed. The job may go on
 * all the same: extending the old lock again is empty again, and unlocking it returns normally. If
 * the server does not answer, {@link LockException} is thrown, and the old lock goes on as it was,
 * or as extended: the request may have been executed.
 *
 * <p><strong>Unlocking</strong> ends the lock for this process in any case; a second call throws
 * {@link IllegalStateException}. Without a rest of {@code lockAtLeastFor} it returns normally even
 * if the server does not answer; the release is then repeated in the background. With a rest it
 * throws {@link LockException} in that case: the lock stays taken for the rest at least, and until
 * its lease ends at most, which the message says in milliseconds. It is not interruptible, and
 * keeps the interrupt flag.
 *
 * <p><strong>Loss.</strong> If a lock is lost while its job runs, the log has one warning, from the
 * logger of this class, with the cause; then {@code unlock} returns normally. The job itself is not
 * interrupted.
 *
 * <p><strong>Closing.</strong> {@link #close()} has to come before the client is closed, which
 * would free the locks of jobs that still run. Spring keeps that order if the provider is a bean
 * that was given the client as a bean.
 *
 * <p><strong>Kinds of locks.</strong> Any {@link Locks} will do: a {@code HoldfastClient}, or what
 * wraps it, or a fake for tests. Locks of a quorum, and read locks, cannot be kept after a job; for
 * them {@code lockAtLeastFor} must be zero. With more, {@code unlock} frees them at once and throws
 * {@link LockException}.
 *
 * <p><strong>Not guaranteed:</strong> exclusion beyond the lease. A process that is paused for
 * longer than the server keeps its lock goes on with the job when it wakes, although another may
 * have begun it. ShedLock has no way to hand a fencing token to a job.
 *
 * <p><strong>Cost:</strong> one round trip to lock, to unlock and to extend, and one for each
 * renewal. No thread of its own.
 *
 * <p><strong>Threads:</strong> any, except the client's network threads, which must not wait for
 * the server. There, locking and extending throw {@link IllegalStateException} and change nothing.
 * Unlocking frees the lock without waiting; if a rest of {@code lockAtLeastFor} is cut off by that,
 * it throws {@link LockException}.
 */
public final class HoldfastLockProvider implements ExtensibleLockProvider, AutoCloseable {

  /** The environment where none is named. */
  public static final String DEFAULT_ENVIRONMENT = "default";

  private final Locks locks;
  private final String prefix;
  private final boolean keepAlive;
  private final LongSupplier nanoTime;
  private final OpenJobs open = new OpenJobs();

  /** In the environment {@value #DEFAULT_ENVIRONMENT}, with keep-alive. */
  public HoldfastLockProvider(Locks locks) {
    this(locks, DEFAULT_ENVIRONMENT);
  }

  /** With keep-alive. */
  public HoldfastLockProvider(Locks locks, String environment) {
    this(locks, environment, true);
  }

  /**
   * With or without keep-alive. No I/O.
   *
   * @param locks of the application's client, which stays open until this provider is closed
   * @param environment separates applications, or stages of one, that share a server: only
   *     providers of the same environment exclude each other
   * @param keepAlive whether a lock lasts as long as its job and its process, or {@code
   *     lockAtMostFor}
   * @throws IllegalArgumentException if the environment is empty, or contains a colon
   */
  public HoldfastLockProvider(Locks locks, String environment, boolean keepAlive) {
    this(locks, environment, keepAlive, System::nanoTime);
  }

  HoldfastLockProvider(Locks locks, String environment, boolean keepAlive, LongSupplier nanoTime) {
    this.locks = Objects.requireNonNull(locks, "locks");
    this.prefix = prefix(environment);
    this.keepAlive = keepAlive;
    this.nanoTime = nanoTime;
  }

  private static String prefix(String environment) {
    if (environment.isEmpty() || environment.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "environment '%s': must not be empty, or contain a ':'".formatted(environment));
    }
    return "shedlock:" + environment + ':';
  }

  /**
   * Takes the lock of a job if it is free now; empty if another holds it. Waits for the server's
   * answer, not for the lock. Ignores the interrupt flag.
   *
   * @throws LockException if the server could not be asked, or refused; if this provider or the
   *     client is closed; if the name is longer than 1024 bytes with its prefix; or if {@code
   *     lockAtMostFor} or {@code lockAtLeastFor} is out of bounds
   */
  @Override
  public Optional<SimpleLock> lock(LockConfiguration lockConfiguration) {
    String name = prefix + lockConfiguration.getName();
    JobTerms terms = JobTerms.of(lockConfiguration, keepAlive);
    if (open.isClosed()) {
      throw closed(name);
    }
    return take(name, terms).map(hold -> begin(new JobHold(name, hold, terms, open, nanoTime)));
  }

  private SimpleLock begin(JobHold held) {
    SimpleLock first = held.first();
    if (!open.add(held)) { // closed while the server was asked
      held.free();
      throw closed(held.name());
    }
    held.watch();
    return first;
  }

  private Optional<Hold> take(String name, JobTerms terms) {
    try {
      return locks.get(name, AcquireOptions.defaults().lease(terms.lease())).tryAcquire();
    } catch (LockServerException | ClientClosedException | IllegalArgumentException e) {
      throw new LockException("Lock '%s': not taken: %s".formatted(name, e.getMessage()), e);
    }
  }

  private static LockException closed(String name) {
    return new LockException("Lock '%s': the lock provider is closed".formatted(name));
  }

  /**
   * Has the server keep the locks of jobs that still run. Nobody renews them any more, as if this
   * process died now; but none ends earlier than the server would have ended it. Each stays taken
   * for what is left of {@code lockAtMostFor}, or of an extension that lasts longer, also of one
   * that the server did not answer, because it may have been executed. With keep-alive it stays
   * taken for at least the {@code lockAtMostFor} that it was taken with, from now, but at most 24
   * hours: the job is given the time that the application allows it. The length of an extension
   * that has passed does not count. No lock ends inside {@code lockAtLeastFor}.
   *
   * <p>If a job runs for longer than that, another process may run it at the same time. Unlocking
   * such a lock returns normally and has no effect; extending it is empty. From now on {@link
   * #lock} throws {@link LockException}. A call of {@link #lock} that is going on meanwhile either
   * throws and leaves no lock behind, or begins a job whose lock is kept by the server likewise.
   * The client stays open. A second call changes nothing, and returns when the first has.
   *
   * <p>Waits for the server's answer, for each of these locks up to one command time-out. If there
   * is none, the log tells, and the lock stays taken until its lease ends. The server cannot be
   * told to keep locks of a quorum, or read locks, and cannot be asked on a network thread: then
   * the log tells, too, and the lock goes on as it was until it is unlocked, or the client is
   * closed.
   */
  @Override
  public void close() {
    open.close();
  }

  @Override
  public String toString() {
    return "HoldfastLockProvider %s*, %s, running jobs: %s"
        .formatted(prefix, keepAlive ? "kept alive" : "not kept alive", open.count());
  }
}
