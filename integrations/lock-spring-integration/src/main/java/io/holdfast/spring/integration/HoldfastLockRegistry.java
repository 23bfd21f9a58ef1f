package io.holdfast.spring.integration;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Locks;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;
import org.springframework.scheduling.TaskScheduler;

/**
 * A lock registry of Spring Integration over the locks of Holdfast. It takes the place of {@code
 * RedisLockRegistry}: the interfaces, the type parameter and the exceptions are the same.
 *
 * <pre>{@code
 * @Bean
 * HoldfastLockRegistry lockRegistry(HoldfastClient client) {
 *   return new HoldfastLockRegistry(client, "orders");
 * }
 * }</pre>
 *
 * <p>All registries with the same registry key, over clients of the same server, have the same
 * locks. The name of a lock is the registry key, a colon, and the text of the key; so the registry
 * {@code a:b} has the locks of the registry {@code a} whose keys begin with {@code b:}. The owner
 * of a lock is a thread of one client: two registries over the same client are one owner in the
 * same thread, and two clients never are.
 *
 * <p><strong>Two interfaces.</strong> {@link #obtain} returns Spring Integration's {@link
 * DistributedLock}, so that code which has a {@code LockRegistry<DistributedLock>} injected
 * compiles as before. Holdfast's {@link io.holdfast.lock.DistributedLock} of the same key is
 * returned by {@link #lockOf}: it has the token, handles, and futures. One object cannot be both,
 * as the two contracts throw different exceptions for a hold that is lost or not owned. It is one
 * lock all the same: what a thread has locked by one of them it may unlock by the other.
 *
 * <p><strong>Leases.</strong> Methods without a time to live take the lease of the registry's
 * options: renewed by default, so a section may take longer than the lease, and a process that dies
 * frees its locks when the lease ends. {@code lock(ttl)} and {@code tryLock(wait, ttl)} take a
 * fixed lease of that length, which nobody renews. A time to live is between {@link Lease#MINIMUM}
 * and {@link Lease#MAXIMUM}; any other is refused with {@link IllegalArgumentException}. Re-entry
 * costs no round trip, and leaves the lease as it is. So a leader ({@code
 * LockRegistryLeaderInitiator}) needs a renewed lease.
 *
 * <p><strong>Exceptions</strong>, those of Holdfast being the cause. A closed client is told by
 * {@link ClientClosedException}, an {@link IllegalStateException}, where nothing else is said:
 *
 * <ul>
 *   <li>{@code unlock()}: {@link ConcurrentModificationException} if the hold was lost before, and
 *       this was not told yet; {@link IllegalStateException} if the current thread does not hold
 *       the lock. So of nested sections the innermost reports a loss, once, and the others throw
 *       {@link IllegalStateException}. If the server does not answer, it returns after one command
 *       time-out, and the release is repeated in the background until the lease has ended.
 *   <li>{@code lock} and {@code tryLock} in all their forms: {@link CannotAcquireLockException} if
 *       the server could not be asked or refused, if the client is closed, or if the current thread
 *       has lost a hold of this lock and was not told yet. {@code false} always means that another
 *       has the lock or waits for it. After {@link InterruptedException} nothing more is held.
 *   <li>{@code newCondition()}: works. Its methods throw what {@link
 *       io.holdfast.lock.DistributedLock#newCondition()} says.
 * </ul>
 *
 * <p><strong>A loss</strong> is reported by {@code unlock()} at the end, as with {@code
 * RedisLockRegistry}. To hear of it as soon as the client knows, give the client a {@link
 * LockListener}: its {@link LockListener#lost} has the name, the token and the cause. With the
 * default executor no other event delays it. Or {@link #withOptions} with {@link
 * AcquireOptions#interruptOnLoss()}: the thread that works under the lock is interrupted. Or {@link
 * Hold#onLost} of {@code lockOf(key).currentHold()}.
 *
 * <p><strong>Not guaranteed:</strong> exclusion beyond the lease. A process that was paused acts
 * without knowing that its lease ended. {@code lockOf(key).token()} is greater with each hold; have
 * the resource refuse lower ones. Locks of a {@code RedisLockRegistry} with the same registry key
 * are other locks, and exclude nobody here.
 *
 * <p>Immutable and light: it keeps no lock, has no thread, and does no I/O by itself. Any thread.
 */
public final class HoldfastLockRegistry
    implements RenewableLockRegistry<DistributedLock>, ExpirableLockRegistry<DistributedLock> {

  /** For {@link #renewLock(Object)} if the options name no length: as in RedisLockRegistry. */
  private static final Duration DEFAULT_RENEWAL = Duration.ofMinutes(1);

  private final Locks locks;
  private final String registryKey;
  private final AcquireOptions options;
  private final KeyNames names;

  /**
   * A registry of renewed leases.
   *
   * @param locks any kind of locks: plain, fair or quorum, or one side of read-write locks
   * @param registryKey the first part of the names of its locks
   */
  public HoldfastLockRegistry(Locks locks, String registryKey) {
    this(locks, registryKey, AcquireOptions.defaults(), KeyNames.ofKnownTypes());
  }

  private HoldfastLockRegistry(
      Locks locks, String registryKey, AcquireOptions options, KeyNames names) {
    this.locks = Objects.requireNonNull(locks, "locks");
    this.registryKey = Objects.requireNonNull(registryKey, "registryKey");
    this.options = Objects.requireNonNull(options, "options");
    this.names = names;
  }

  /**
   * The same locks, with these options: lease, interrupt on loss, confirmation by replicas. The
   * wait of the options has no effect on {@link #obtain}, as callers say how long they wait.
   */
  public HoldfastLockRegistry withOptions(AcquireOptions options) {
    return new HoldfastLockRegistry(locks, registryKey, options, names);
  }

  /**
   * The same locks, also for keys of other types, whose text this function returns. It is not
   * called for keys that {@link #obtain} knows. Equal keys must have the same text in every
   * process, and different keys different ones.
   */
  public HoldfastLockRegistry withKeyNames(Function<Object, String> text) {
    return new HoldfastLockRegistry(locks, registryKey, options, KeyNames.or(text));
  }

  /**
   * The lock of this key. No I/O, and nothing is kept.
   *
   * @param key a {@link CharSequence}, a {@link java.util.UUID}, a {@link Number}, an {@link Enum}
   *     (its {@code name()}), or one that the function of {@link #withKeyNames} knows. Keys of the
   *     same text are the same lock: {@code 42} and {@code "42"}. The text is that of now: a {@code
   *     Number} that changes is another key then
   * @throws IllegalArgumentException if the key is of another type, which the message names, or if
   *     the function has no text for it, or if the name is too long ({@link Locks#get(String)})
   */
  @Override
  public DistributedLock obtain(Object key) {
    return new RegistryLock(lockOf(key));
  }

  /**
   * Holdfast's lock of this key: the one that {@link #obtain} returns, with Holdfast's interface
   * and exceptions. In a section, {@code lockOf(key).token()} is the fencing token of the hold. No
   * I/O.
   *
   * @throws IllegalArgumentException as {@link #obtain}
   */
  public io.holdfast.lock.DistributedLock lockOf(Object key) {
    return locks.get(registryKey + ':' + names.of(key), options);
  }

  /**
   * As {@link #renewLock(Object, Duration)}, with the length of the lease that the options name,
   * and otherwise one minute, which a cap of the hold must allow.
   */
  @Override
  public void renewLock(Object key) {
    Duration length =
        options.lease() instanceof Lease.Fixed fixed
            ? fixed.length()
            : ((Lease.Renewed) options.lease()).length().orElse(DEFAULT_RENEWAL);
    renewLock(key, length);
  }

  /**
   * Makes the current thread's hold of this lock last at least this long from now; never shortens
   * it. Only a fixed lease needs it. Waits for the server's answer. One round trip.
   *
   * <p>The thread must be the one that has locked. {@code RedisLockRegistry} takes any thread of
   * the process.
   *
   * @throws IllegalStateException if the current thread does not hold the lock, or has lost it. If
   *     its cause is a {@link LeaseLostException} the loss has been told, and {@code unlock()}
   *     throws {@link IllegalStateException}, too
   * @throws IllegalArgumentException if the time is out of the bounds of {@link Lease}, or beyond
   *     the cap of the hold
   * @throws DataAccessResourceFailureException if the server did not answer or refused; the hold
   *     goes on as it was
   */
  @Override
  public void renewLock(Object key, Duration ttl) {
    io.holdfast.lock.DistributedLock lock = lockOf(key);
    Hold hold =
        lock.currentHold()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "Lock '%s': cannot be renewed, as thread '%s' does not hold it, or has lost it"
                            .formatted(lock.name(), Thread.currentThread().getName())));
    try {
      hold.extend(ttl);
    } catch (IllegalMonitorStateException e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (LockServerException e) {
      throw new DataAccessResourceFailureException(e.getMessage(), e);
    }
  }

  /** Does nothing: the client's own watchdog renews all leases that are to be renewed. */
  @Override
  public void setRenewalTaskScheduler(TaskScheduler renewalTaskScheduler) {
    // see above
  }

  /** Does nothing: the registry keeps no locks that could be forgotten. */
  @Override
  public void expireUnusedOlderThan(long age) {
    // see above
  }

  @Override
  public String toString() {
    return "HoldfastLockRegistry[%s]".formatted(registryKey);
  }
}
