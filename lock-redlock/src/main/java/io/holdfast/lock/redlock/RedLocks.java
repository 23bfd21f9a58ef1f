package io.holdfast.lock.redlock;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.kind.ClientGroup;
import io.holdfast.lock.core.lock.GateLock;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Locks that a majority of independent servers grants: the Redlock algorithm, with votes collected
 * from all nodes at the same time, tokens that a majority has accepted, and a queue.
 *
 * <pre>{@code
 * try (RedLocks locks = new RedLocks(c1, c2, c3, c4, c5)) {
 *   DistributedLock lock = locks.get("order:42");
 *   lock.lock();
 *   try { … } finally { lock.unlock(); }
 * }
 * }</pre>
 *
 * <p>The nodes are independent masters. A hold needs {@code N/2 + 1} of all configured nodes,
 * whether they can be reached or not; an odd number is best. All users of a lock must configure the
 * same nodes, in the same order, and the same {@linkplain RedLockSettings#maxLease() longest
 * lease}: a node that may have forgotten holds is kept out for that long.
 *
 * <p>The locks are full {@link DistributedLock}s, except that they have no conditions: a majority
 * cannot signal. {@link DistributedLock#isLocked()} and {@link DistributedLock#inspect()} report
 * any client that may hold the lock: a node that does not answer, or may have forgotten a hold,
 * does not count as saying that the lock is free. They throw {@link LockServerException} if fewer
 * than a majority answer, or if the answers do not decide. {@code docs/guarantees.md} says what
 * this lock guarantees beyond the plain one, and what it does not.
 *
 * <p>Any thread may use it.
 */
public final class RedLocks implements Locks, AutoCloseable {

  private final QuorumParts parts;

  private final List<HoldfastClient> clients;

  private final Consumer<RedLocks> whenClosed;

  /** Over members whose clients it does not know. */
  RedLocks(QuorumParts parts, Consumer<RedLocks> whenClosed) {
    this(parts, List.of(), whenClosed);
  }

  private RedLocks(QuorumParts parts, List<HoldfastClient> clients, Consumer<RedLocks> whenClosed) {
    this.parts = parts;
    this.clients = List.copyOf(clients);
    this.whenClosed = whenClosed;
  }

  /**
   * Locks over the servers at these addresses, each as {@link HoldfastClient#connect(String)} reads
   * it. Blocks until a majority of them is connected, for 4 s at most; the others are connected in
   * the background when they are there. {@link #close()} closes these clients, too.
   *
   * @throws LockServerException if no majority can be reached, or most nodes serve another quorum,
   *     for example one of another number of nodes; it says what is known of each
   * @throws IllegalArgumentException if there is no address, or one is malformed or a duplicate
   * @throws IllegalStateException if the Lettuce on the class path is older than 6.6
   */
  public static RedLocks connect(String... uris) {
    return connect(RedLockSettings.defaults(), HoldfastSettings.defaults(), uris);
  }

  /**
   * The same with other settings: of the quorum, and of the client of each node. Waits for twice
   * the {@linkplain HoldfastSettings.Builder#commandTimeout command time-out}, but at least 4 s.
   *
   * @throws LockServerException if no majority can be reached, or most nodes serve another quorum,
   *     for example one of another number of nodes; it says what is known of each
   * @throws IllegalArgumentException if there is no address, or one is malformed or a duplicate
   * @throws IllegalStateException if the Lettuce on the class path is older than 6.6
   */
  public static RedLocks connect(
      RedLockSettings settings, HoldfastSettings ofEachNode, String... uris) {
    List<String> addresses = List.of(uris);
    if (new HashSet<>(addresses).size() < addresses.size()) {
      throw new IllegalArgumentException("an address is listed twice");
    }
    ClientGroup own = ClientGroup.open(ofEachNode, addresses);
    try {
      QuorumParts parts = QuorumParts.over(settings, own.clients());
      RedLocks locks = new RedLocks(parts, own.clients(), closed -> own.close());
      try {
        parts.awaitMajority();
        parts.refuseNodesOfOthers();
        return locks;
      } catch (RuntimeException e) {
        parts.close();
        throw e;
      }
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
  }

  /**
   * Locks over these clients, each of a different server. Keep them open until this is closed;
   * {@link #close()} does not close them. No I/O. To start while a node is away, open its client
   * {@linkplain HoldfastSettings.Builder#connectInBackground() in the background}, or use {@link
   * #connect(String...)}.
   *
   * @throws IllegalArgumentException if there is no client, or one is a duplicate or of a cluster
   */
  public RedLocks(HoldfastClient... clients) {
    this(RedLockSettings.defaults(), clients);
  }

  /**
   * The same with other settings.
   *
   * @throws IllegalArgumentException if there is no client, or one is a duplicate or of a cluster
   */
  public RedLocks(RedLockSettings settings, HoldfastClient... clients) {
    this(QuorumParts.over(settings, List.of(clients)), List.of(clients), closed -> {});
  }

  /** The lock of this name. No I/O. All objects of one name are the same lock. */
  @Override
  public DistributedLock get(String name) {
    return get(name, AcquireOptions.defaults());
  }

  /**
   * The same lock, with these options for methods that take none.
   *
   * @throws IllegalArgumentException if the name cannot be one
   */
  @Override
  public DistributedLock get(String name, AcquireOptions options) {
    return new GateLock(parts.gates(), parts.verbs(), parts.keys(name), options);
  }

  /**
   * Counts of what happened to the locks of the first client. The locks of this quorum, and of
   * other quorums of that client, are of the kind {@link io.holdfast.lock.LockKind#QUORUM}. A live
   * view.
   */
  public LockStatistics statistics() {
    return parts.statistics();
  }

  /**
   * The clients of the nodes, in the order of the nodes: for health checks and dashboards, which
   * ask each of them for its {@linkplain HoldfastClient#status() status}. Unmodifiable. Do not
   * close one before the quorum is closed: the quorum would treat its server as a node that is
   * away. No I/O.
   */
  public List<HoldfastClient> clients() {
    return clients;
  }

  /**
   * What each node knows of a lock, in the order of the nodes. Blocks for one round trip to all of
   * them; a node that has not answered within the node time-out is reported as such.
   *
   * @throws ClientClosedException if these locks are closed
   * @throws LockServerException if nothing is known ten seconds later, because this process stands
   *     still
   * @throws IllegalArgumentException if the name cannot be one
   * @throws IllegalStateException on a thread that the network needs
   */
  public List<NodeReport> inspectNodes(String name) {
    return parts.report(name);
  }

  /**
   * The holds of these locks that are owned and valid now, in no particular order, with one entry
   * for each thread or handle: as {@link HoldfastClient#holds()}, which has none of them. No I/O.
   */
  public List<HeldLock> holds() {
    return parts.gates().holds(LockKind.QUORUM);
  }

  /**
   * Declares all holds lost, releases them, and fails all waiters. Waits up to one command time-out
   * for the nodes to acknowledge. Idempotent; a second call waits for the first. Clients that were
   * passed in stay open.
   */
  @Override
  public void close() {
    parts.close();
    whenClosed.accept(this);
  }

  boolean isClosed() {
    return parts.isClosed();
  }

  /** Of how many acquisitions anything is, or may be, at the nodes. */
  int pending() {
    return parts.verbs().size();
  }

  @Override
  public String toString() {
    return parts.describe();
  }
}
