package io.holdfast.lock.testkit.local;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.Locks;
import java.util.List;

/**
 * Locks without a server, for unit tests: the state is in this JVM. Everything else is as {@link
 * DistributedLock} says: owners, re-entry, handles, leases that end, losses, rising tokens,
 * futures, conditions. Waiters get a lock in the order of arrival.
 *
 * <pre>{@code
 * LocalLocks locks = LocalLocks.create();
 * Orders orders = new Orders(locks);
 * try (Hold hold = locks.client("another instance").get("order:42").acquire()) {
 *   assertThat(orders.tryToFulfil(42)).isFalse();
 * }
 * }</pre>
 *
 * <p>Each call of {@link #create()} makes a space of its own. {@link #client(String,
 * LockListener...)} makes another client of the same space: the two exclude each other as two
 * processes do.
 *
 * <p>A renewed lease without a cap never ends while its client is open and its owner lives, however
 * long a debugger stops the JVM. A confirmation by replicas ({@link AcquireOptions#confirmedBy}) is
 * given at once, as no server can lose the hold.
 *
 * <p><strong>Not for:</strong> faults of servers and networks, several JVMs, read-write locks,
 * semaphores, stack overflows. {@code LockServerException} is never thrown. For these, use a server
 * of {@link io.holdfast.lock.testkit.server.RedisServer}.
 *
 * <p>A space keeps no state for a name that nobody holds or waits for. It has a daemon thread,
 * which ends some time after the last lease or time limit has run out: close a client whose holds
 * were not released. Any thread.
 */
public final class LocalLocks implements Locks, AutoCloseable {

  private final LocalClient client;

  private LocalLocks(LocalClient client) {
    this.client = client;
  }

  /** A new space, and its first client, which is called "local". */
  public static LocalLocks create() {
    return create(LocalClock.SYSTEM, LocalClient.Settings.of("local", List.of()));
  }

  static LocalLocks create(LocalClock clock, LocalClient.Settings settings) {
    return new LocalLocks(new LocalClient(new LocalSpace(clock), settings));
  }

  /**
   * Another client of the same space. A thread that holds a lock by one client does not hold it by
   * the other.
   *
   * @param label its name for people, as {@code inspect()} shows it
   * @param listeners hear what happens to its locks, as those of kind {@code PLAIN}
   */
  public LocalLocks client(String label, LockListener... listeners) {
    return client(LocalClient.Settings.of(label, List.of(listeners)));
  }

  LocalLocks client(LocalClient.Settings settings) {
    return new LocalLocks(new LocalClient(client.space(), settings));
  }

  @Override
  public DistributedLock get(String name) {
    return get(name, AcquireOptions.defaults());
  }

  @Override
  public DistributedLock get(String name, AcquireOptions options) {
    return new LocalLock(client, LocalNames.ofLock(name), options);
  }

  /**
   * Takes all locks of the space from their holders, as {@link DistributedLock#forceUnlock()} does
   * with one: for what a test has left behind. Waiters are served. Tokens go on rising.
   */
  public void reset() {
    client.space().inAll(LocalQueue::force);
  }

  /**
   * Closes this client: its holds are lost, its waiters fail with {@code ClientClosedException},
   * and so does every later call. Other clients of the space stay open. Does nothing when called
   * again.
   */
  @Override
  public void close() {
    client.close();
  }

  int namesInUse() {
    return client.space().namesInUse();
  }

  @Override
  public String toString() {
    return "LocalLocks[client '%s']".formatted(client.label());
  }
}
