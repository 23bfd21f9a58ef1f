package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.ReadWriteInspection;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.gate.Revocable;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the server knows: a client for what the library tells, and a connection of its own for what
 * it does not (which locks there are, and who waits).
 */
final class ServerView implements AutoCloseable {

  /** As ledger.lua keeps it: above this are those who wait for a signal. */
  private static final double PARKED = 0x1p52;

  private static final int KEYS_A_STEP = 1000;
  private static final int MOST_TICKETS = 1000;
  private static final Pattern CLAIM = Pattern.compile("^[^:]*:\\d+:(\\d+)");
  private static final Pattern PERMITS = Pattern.compile("^[^:]*:\\d+:\\d+p(\\d{1,9})");
  private static final Pattern TOKEN = Pattern.compile("\\d+");

  private final HoldfastClient client;
  private final Keyspace keyspace;
  private final ServerOptions server;
  private final AbstractRedisClient redis;
  private final RedisClusterCommands<String, String> commands; // of a single server, too

  private ServerView(
      HoldfastClient client,
      ServerOptions server,
      AbstractRedisClient redis,
      RedisClusterCommands<String, String> commands) {
    this.client = client;
    this.keyspace = new Keyspace(server.prefix());
    this.server = server;
    this.redis = redis;
    this.commands = commands;
  }

  static ServerView open(ServerOptions server) {
    server.ssl(); // refused before there is anything to shut down
    if (server.isCluster()) {
      RedisClusterClient redis = RedisClusterClient.create(server.redis());
      server
          .ssl()
          .map(ssl -> ClusterClientOptions.builder().sslOptions(ssl).build())
          .ifPresent(redis::setOptions);
      return open(server, redis, () -> redis.connect().sync());
    }
    RedisClient redis = RedisClient.create(server.redis());
    server
        .ssl()
        .map(ssl -> ClientOptions.builder().sslOptions(ssl).build())
        .ifPresent(redis::setOptions);
    return open(server, redis, () -> redis.connect().sync());
  }

  private static ServerView open(
      ServerOptions server,
      AbstractRedisClient redis,
      Supplier<RedisClusterCommands<String, String>> connect) {
    try {
      HoldfastClient client = server.connect();
      try {
        return new ServerView(client, server, redis, connect.get());
      } catch (RuntimeException e) {
        client.close();
        throw e;
      }
    } catch (RuntimeException e) {
      shutDown(redis);
      throw e;
    }
  }

  private static void shutDown(AbstractRedisClient redis) {
    redis.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }

  /**
   * The names of all locks that are held, sorted; in a cluster, of all its masters.
   *
   * @throws UsageException if this is one node of a cluster, which knows only a part of them
   */
  List<String> names(LockKind kind) {
    if (!server.isCluster() && isNodeOfCluster()) {
      throw new UsageException("the server is a node of a Redis Cluster: add --cluster");
    }
    TreeSet<String> names = new TreeSet<>();
    ScanArgs pattern =
        ScanArgs.Builder.matches(keyspace.scanPattern(kind.holderSegment())).limit(KEYS_A_STEP);
    ScanIterator<String> keys = ScanIterator.scan(commands, pattern);
    while (keys.hasNext()) {
      keyspace.nameOf(kind.holderSegment(), keys.next()).ifPresent(names::add);
    }
    return List.copyOf(names);
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
    if (!isOursOrNothing(kind, keys.lockKey())) {
      return foreign(kind, name, keys.lockKey());
    }
    Revocable it = revocable(kind, name);
    try {
      Revocable.Standing standing = it.standing();
      return new Entry.Owned(kind, name, standing.holders(), standing.waiting(), standing.size());
    } catch (LockServerException e) {
      return foreignBeside(kind, name, keys).orElseThrow(() -> e);
    }
  }

  /**
   * The same for one name that a person has given.
   *
   * @throws UsageException if the name cannot be one
   * @throws LockServerException if something else stands in its place
   */
  Entry.Owned lookAtOurs(LockKind kind, String name) {
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
    return (Entry.Owned) entry;
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
   * A lock as acquire.lua keeps it: a hash with an id and a token. A pool as permits.lua does: with
   * a size. One request, so at one moment.
   */
  private boolean isOursOrNothing(LockKind kind, String key) {
    try {
      Map<String, String> fields = commands.hscan(key).getMap();
      return fields.isEmpty() || isOurs(kind, fields);
    } catch (RedisCommandExecutionException e) {
      if (String.valueOf(e.getMessage()).startsWith("WRONGTYPE")) {
        return false;
      }
      throw e;
    }
  }

  private static boolean isOurs(LockKind kind, Map<String, String> fields) {
    return switch (kind) {
      case LOCK, FAIR, READ, WRITE ->
          fields.containsKey("id") && TOKEN.matcher(fields.getOrDefault("token", "")).matches();
      case POOL -> fields.containsKey("size");
    };
  }

  private Entry.Foreign foreign(LockKind kind, String name, String key) {
    return new Entry.Foreign(kind, name, key, commands.type(key), kind == LockKind.POOL ? "pool" : "lock");
  }

  /** Who waits for it at the server and was heard lately, first come first; at most so many. */
  List<WaitingClient> waiting(LockKind kind, String name, int atMost) {
    String queue = keyspace.lock(kind.segment(), name).queueKey();
    long nowMicros = serverMicros();
    // As ledger.lua keeps it: scores above zero are tickets, and about the microsecond of arrival.
    Range<Double> tickets =
        Range.from(Range.Boundary.excluding(0.0), Range.Boundary.excluding(PARKED));
    List<ScoredValue<String>> all =
        commands.zrangebyscoreWithScores(queue, tickets, Limit.create(0, MOST_TICKETS));
    String[] clients =
        all.stream().map(ticket -> clientOf(ticket.getValue())).distinct().toArray(String[]::new);
    if (clients.length == 0) {
      return List.of();
    }
    List<Double> scores = commands.zmscore(queue, clients);
    Map<String, Double> heard = new HashMap<>();
    for (int i = 0; i < clients.length; i++) {
      heard.put(clients[i], scores.get(i));
    }
    return all.stream()
        .filter(ticket -> isAlive(ticket.getValue(), heard, nowMicros))
        .limit(atMost)
        .map(ticket -> waitingClient(ticket, nowMicros))
        .toList();
  }

  /** As living.lua has it: heard within its claim lease. */
  private static boolean isAlive(String id, Map<String, Double> heard, long nowMicros) {
    Double score = heard.get(clientOf(id)); // minus the time
    Matcher claim = CLAIM.matcher(id);
    return score != null
        && claim.find()
        && nowMicros + score <= TimeUnit.MILLISECONDS.toMicros(Long.parseLong(claim.group(1)));
  }

  private static String clientOf(String id) {
    int end = id.indexOf(':'); // label~random:number:claim
    return end < 0 ? id : id.substring(0, end);
  }

  private static WaitingClient waitingClient(ScoredValue<String> ticket, long nowMicros) {
    String id = ticket.getValue();
    int end = id.indexOf('~'); // label~random:number:claim
    long micros = Math.max(0, nowMicros - (long) ticket.getScore());
    return new WaitingClient(
        end < 0 ? id : id.substring(0, end), Duration.of(micros, ChronoUnit.MICROS), permits(id));
  }

  /** As permits.lua has it: behind the claim lease. */
  private static OptionalInt permits(String id) {
    Matcher mark = PERMITS.matcher(id);
    return mark.find() ? OptionalInt.of(Integer.parseInt(mark.group(1))) : OptionalInt.empty();
  }

  /** In a cluster, of any node: near enough for people. */
  private long serverMicros() {
    List<String> time = commands.time();
    return TimeUnit.SECONDS.toMicros(Long.parseLong(time.get(0))) + Long.parseLong(time.get(1));
  }

  @Override
  public void close() {
    shutDown(redis);
    client.close();
  }

  /**
   * One ticket in the queue of a lock.
   *
   * @param label of the client that waits
   * @param since for how long
   * @param permits how many permits it waits for, if it is permits that it waits for
   */
  record WaitingClient(String label, Duration since, OptionalInt permits) {

    /** The permits, as the rest of a sentence. */
    String wishes() {
      return permits.isPresent() ? ", " + permits.getAsInt() + " permits" : "";
    }
  }
}
