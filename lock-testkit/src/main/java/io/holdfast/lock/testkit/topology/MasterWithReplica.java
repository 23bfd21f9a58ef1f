package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A master and its replica, behind one address that stays the same when the replica takes over.
 *
 * <pre>{@code
 * try (MasterWithReplica pair = MasterWithReplica.start()) {
 *   connect(pair.uri());
 *   pair.cutReplication();     // what is written from here on is lost
 *   ...
 *   pair.failover();
 * }
 * }</pre>
 *
 * <pre>
 *   clients ──► proxy() ──► master() ◄── replicationLink() ◄── replica()
 * </pre>
 *
 * <p>Replication is asynchronous, as always: {@link #awaitInSync()} waits for it. Methods may be
 * called from any thread; those that change something go one after the other.
 */
public final class MasterWithReplica implements AutoCloseable {

  private static final Duration SYNC_LIMIT = Duration.ofMinutes(1);

  private final FaultProxy front;
  private final FaultProxy link;
  private RedisServer master; // guarded by this
  private RedisServer replica; // guarded by this
  private Optional<ActiveFault> cut = Optional.empty(); // guarded by this

  private MasterWithReplica(
      RedisServer master, RedisServer replica, FaultProxy front, FaultProxy link) {
    this.master = master;
    this.replica = replica;
    this.front = front;
    this.link = link;
  }

  /** Starts the two and waits until the replica is in sync. */
  public static MasterWithReplica start() {
    return start(builder -> builder);
  }

  /**
   * As {@link #start()}, and configures both servers, which start one after the other: a password,
   * a clock. They choose their ports themselves.
   */
  public static MasterWithReplica start(UnaryOperator<RedisServerBuilder> refinement) {
    List<AutoCloseable> opened = new ArrayList<>();
    try {
      RedisServer master = opened(opened, refinement.apply(replicating()).start());
      RedisServer replica = opened(opened, refinement.apply(replicating()).start());
      FaultProxy front = opened(opened, FaultProxy.to(master));
      FaultProxy link = opened(opened, FaultProxy.to(master));
      MasterWithReplica pair = new MasterWithReplica(master, replica, front, link);
      follow(replica, link);
      pair.awaitInSync();
      return pair;
    } catch (RuntimeException | Error e) {
      Closing.closeAll(opened, e);
      throw e;
    }
  }

  private static <T extends AutoCloseable> T opened(List<AutoCloseable> all, T one) {
    all.add(one);
    return one;
  }

  /** Without these a replica is empty for 5 s, or its master writes a file first. */
  private static RedisServerBuilder replicating() {
    return RedisServer.builder()
        .directive("repl-diskless-sync", "yes")
        .directive("repl-diskless-sync-delay", "0")
        .directive("repl-timeout", "5");
  }

  private static void follow(RedisServer server, FaultProxy link) {
    server.configSet("masterauth", server.password().orElse(""));
    server.replicaOf("127.0.0.1", link.port());
  }

  /** The one address for clients, with the password if there is one: {@link #proxy()}. */
  public String uri() {
    return front.uri();
  }

  /** What clients connect to. */
  public FaultProxy proxy() {
    return front;
  }

  /** What the replica connects to. */
  public FaultProxy replicationLink() {
    return link;
  }

  /** The present master. */
  public synchronized RedisServer master() {
    return master;
  }

  /** The other one; after {@link #failover()} it is the dead one. */
  public synchronized RedisServer replica() {
    return replica;
  }

  /**
   * Waits until the replica has all that the master has written so far.
   *
   * @throws AssertionError if it does not get there within 20 s
   */
  public synchronized void awaitInSync() {
    Eventually.within(SYNC_LIMIT).isTrue("the replica is in sync", this::isInSync);
  }

  private boolean isInSync() {
    var there = replica.info("replication");
    String wanted = master.info("replication").get("master_repl_offset");
    return "up".equals(there.get("master_link_status"))
        && String.valueOf(wanted).equals(there.get("slave_repl_offset"));
  }

  /**
   * Cuts the link between the two and keeps it cut: what the master writes from now on does not
   * reach the replica, until {@link #healReplication()}. Idempotent.
   */
  public synchronized void cutReplication() {
    if (cut.isEmpty()) {
      cut = Optional.of(link.refuseConnections());
      link.cut(Connections.all(), Cut.RST);
    }
  }

  /** Lets the replica come back; {@link #awaitInSync()} waits for it. Idempotent. */
  public synchronized void healReplication() {
    cut.ifPresent(ActiveFault::heal);
    cut = Optional.empty();
  }

  /**
   * The master dies and the replica takes its place, with what it has got: now, without waiting for
   * more. Clients' connections break; new ones reach the new master. Then {@link #replica()} is the
   * dead one, until {@link #rejoin()}.
   */
  public synchronized void failover() {
    master.kill();
    takeOver();
  }

  /**
   * The replica takes the master's place and the old master lives on as its replica, with the new
   * one's data. Clients' connections stay where they are: at a server that answers writes with
   * {@code READONLY}. New ones reach the new master.
   */
  public synchronized void demote() {
    takeOver();
    rejoin();
  }

  private void takeOver() {
    replica.promote();
    RedisServer promoted = replica;
    replica = master;
    master = promoted;
    front.retarget(master);
    link.retarget(master);
    link.cut(Connections.all(), Cut.RST);
  }

  /**
   * The old master comes back, empty if it was dead, as a replica of the new one; a cut link is
   * healed. Waits until it is in sync.
   */
  public synchronized void rejoin() {
    healReplication();
    if (!replica.isRunning()) {
      replica.restartEmpty();
    }
    follow(replica, link);
    awaitInSync();
  }

  /** Ends all servers and proxies. Idempotent. */
  @Override
  public synchronized void close() {
    Closing.closeAll(List.of(master, replica, front, link));
  }

  @Override
  public synchronized String toString() {
    return front + " (master " + master + ", replica " + replica + ")";
  }
}
