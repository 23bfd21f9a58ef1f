package io.holdfast.lock.cli.list;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.ReadWriteInspection;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.cli.list.Tickets.WaitingClient;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.deadlock.Deadlocks;
import io.holdfast.lock.core.gate.Revocable;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.semaphore.Semaphores;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the server knows: a client for what the library tells, and a connection of its own for what
 * it does not (which locks there are, and who waits).
 */
final class ServerView implements AutoCloseable {

  private static final int MOST_LOOKS = 20;

  private final ServerConnections connections;
  private final HoldfastClient client;
  private final RedisClusterCommands<String, String> commands; // of a single server, too
  private final Keyspace keyspace;
  private final ServerOptions server;

  private ServerView(ServerOptions server, ServerConnections connections) {
    this.connections = connections;
    this.client = connections.client();
    this.commands = connections.commands();
    this.keyspace = new Keyspace(server.prefix());
    this.server = server;
  }

  /** A view that waits for a server that is away, as Lettuce does by default. */
  static ServerView open(ServerOptions server) {
    return new ServerView(
        server,
        ServerConnections.open(
            server, ClientOptions.DisconnectedBehavior.DEFAULT, Optional.empty()));
  }

  /**
   * A view that fails soon while the server is away: at once if it is not connected, but in a
   * cluster after the same time as without an answer.
   *
   * @param patience how long an answer may take
   */
  static ServerView openToWatch(ServerOptions server, Duration patience) {
    return new ServerView(
        server,
        ServerConnections.open(
            server, ClientOptions.DisconnectedBehavior.REJECT_COMMANDS, Optional.of(patience)));
  }

  /**
   * What there is of these kinds, by kind and name, but for what was released since its key was
   * found; in a cluster, of all its masters. The keys are read once, in steps.
   *
   * @throws UsageException if this is one node of a cluster, which knows only a part of them
   */
  List<Entry> inUse(List<LockKind> kinds) {
    Map<LockKind, TreeSet<String>> names = new EnumMap<>(LockKind.class);
    scan(kinds, "")
        .next(
            Integer.MAX_VALUE,
            (kind, name) -> names.computeIfAbsent(kind, none -> new TreeSet<>()).add(name));
    return names.entrySet().stream()
        .flatMap(ofKind -> ofKind.getValue().stream().map(name -> look(ofKind.getKey(), name)))
        .filter(Entry::isInUse)
        .toList();
  }

  /**
   * Goes round the names of these kinds that begin so.
   *
   * @throws UsageException as {@link #inUse}
   */
  KeyScan scan(List<LockKind> kinds, String namePrefix) {
    requireWhole();
    return new KeyScan(commands, keyspace, kinds, namePrefix);
  }

  /**
   * The threads of all clients that wait for each other in cycles.
   *
   * @throws UsageException as {@link #inUse}
   */
  List<Deadlocks.Cycle> deadlocks() {
    requireWhole();
    return new Deadlocks(new BlockedScan(commands, keyspace).witnesses()).cycles();
  }

  private void requireWhole() {
    if (!server.isCluster() && isNodeOfCluster()) {
      throw new UsageException("the server is a node of a Redis Cluster: add --cluster");
    }
  }

  private boolean isNodeOfCluster() {
    try {
      return commands.info("cluster").contains("cluster_enabled:1");
    } catch (RedisCommandExecutionException e) {
      return false; // we may not ask: SCAN shows what there is
    }
  }

  /** What there is of this name. */
  Entry look(LockKind kind, String name) {
    LockKeys keys = kind.keys(keyspace, name);
    Optional<StoredFields> fields = fields(kind, keys.lockKey());
    if (fields.isEmpty() || !fields.get().isOursOrNothing(kind)) {
      return foreign(kind, name, keys.lockKey());
    }
    try {
      return kind.hasOwners() ? owned(kind, name) : counted(kind, name, fields.get());
    } catch (LockServerException e) {
      Optional<Entry> foreign = foreignBeside(kind, name, keys);
      if (foreign.isEmpty() && isOfAnotherType(e)) {
        return foreign(kind, name, keys.lockKey()); // its script is stricter than we are
      }
      return foreign.orElseThrow(() -> e);
    }
  }

  private static boolean isOfAnotherType(Throwable e) {
    return Stream.iterate(e, Objects::nonNull, Throwable::getCause)
        .filter(RedisCommandExecutionException.class::isInstance)
        .anyMatch(cause -> String.valueOf(cause.getMessage()).startsWith("WRONGTYPE"));
  }

  private Entry.Owned owned(LockKind kind, String name) {
    Revocable.Standing standing = revocable(kind, name).standing();
    return new Entry.Owned(kind, name, standing.holders(), standing.waiting(), standing.size());
  }

  private Entry.Counted counted(LockKind kind, String name, StoredFields fields) {
    boolean isThere = fields.isThere();
    if (kind == LockKind.LATCH) {
      return new Entry.Counted(
          kind,
          name,
          isThere,
          fields.number("initial"),
          fields.number("count"),
          waiting(kind, name, Tickets.MOST).size());
    }
    DistributedSemaphore semaphore = new Semaphores(client).get(name, 0); // to look at
    server.reach(semaphore::availablePermits);
    return new Entry.Counted(
        kind,
        name,
        isThere,
        fields.number("size"),
        semaphore.availablePermits(),
        semaphore.getQueueLength());
  }

  /**
   * The same for one name that a person has given.
   *
   * @throws UsageException if the name cannot be one
   * @throws LockServerException if something else stands in its place
   */
  Entry lookAtOurs(LockKind kind, String name) {
    Entry entry;
    try {
      entry = look(kind, name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    if (entry instanceof Entry.Foreign foreign) {
      throw new LockServerException(
          "Key '%s' is %s: something else has put it there"
              .formatted(Table.printable(foreign.key()), foreign.description()),
          null);
    }
    return entry;
  }

  /**
   * Takes away what this holder has.
   *
   * @return false if it has nothing any more; then nothing was taken from anybody
   */
  boolean free(LockKind kind, String name, Revocable.Held holder) {
    return revocable(kind, name).revoke(holder);
  }

  private Revocable revocable(LockKind kind, String name) {
    Revocable it = kind.revocable(client, name);
    server.reach(it::standing);
    return it;
  }

  /** What is of a foreign type at one of the other keys. */
  private Optional<Entry> foreignBeside(LockKind kind, String name, LockKeys keys) {
    return Stream.of(keys.all())
        .filter(key -> !key.equals(keys.lockKey()))
        .map(key -> foreign(kind, name, key))
        .filter(entry -> !entry.type().equals("zset") && !entry.type().equals("none"))
        .map(Entry.class::cast)
        .findFirst();
  }

  /** Both sides of it, if it is one of two. */
  Optional<ReadWriteInspection> inspectPair(LockKind kind, String name) {
    return kind.inspectPair(client, name);
  }

  /**
   * What is at this key, as it was at one moment; empty if it is something else. A lock that is
   * taken and released all the time may change its form between two requests.
   */
  private Optional<StoredFields> fields(LockKind kind, String key) {
    Optional<StoredFields> fields = Optional.empty();
    for (int look = 0; fields.isEmpty() && look < MOST_LOOKS; look++) {
      fields =
          kind.mayBeThin() && commands.type(key).equals("string")
              ? unlessOfAnotherType(() -> commands.get(key)).flatMap(StoredFields::ofThinHold)
              : unlessOfAnotherType(() -> new StoredFields(commands.hscan(key).getMap()));
    }
    return fields;
  }

  /** Empty if the key is of another type. */
  private static <T> Optional<T> unlessOfAnotherType(Supplier<@Nullable T> question) {
    try {
      return Optional.ofNullable(question.get());
    } catch (RedisCommandExecutionException e) {
      if (String.valueOf(e.getMessage()).startsWith("WRONGTYPE")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Entry.Foreign foreign(LockKind kind, String name, String key) {
    String expected = kind.hasOwners() && kind != LockKind.POOL ? "lock" : kind.noun();
    return new Entry.Foreign(kind, name, key, commands.type(key), expected);
  }

  /** The waiters at the server that were heard lately, first come first; at most that number. */
  List<WaitingClient> waiting(LockKind kind, String name, int atMost) {
    String queue = keyspace.lock(kind.segment(), name).queueKey();
    return new Tickets(commands, queue).living(serverMicros(), atMost);
  }

  /** In a cluster, of any node: near enough for people. */
  long serverMicros() {
    List<String> time = commands.time();
    return TimeUnit.SECONDS.toMicros(Long.parseLong(time.get(0))) + Long.parseLong(time.get(1));
  }

  @Override
  public void close() {
    connections.close();
  }
}
