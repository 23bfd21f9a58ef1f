package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockInspection;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.key.Keyspace;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * What the server knows: a client for what the library tells, and a connection of its own for what
 * it does not (which locks there are, and who waits).
 */
final class ServerView implements AutoCloseable {

  private static final String KIND = "lock";
  private static final int KEYS_A_STEP = 1000;

  private final HoldfastClient client;
  private final Keyspace keyspace;
  private final RedisClient redis;
  private final RedisCommands<String, String> commands;

  private ServerView(
      HoldfastClient client,
      Keyspace keyspace,
      RedisClient redis,
      StatefulRedisConnection<String, String> connection) {
    this.client = client;
    this.keyspace = keyspace;
    this.redis = redis;
    this.commands = connection.sync();
  }

  static ServerView open(ServerOptions server) {
    HoldfastClient client = server.connect();
    RedisClient redis = RedisClient.create(server.redis());
    try {
      return new ServerView(client, new Keyspace(server.prefix()), redis, redis.connect());
    } catch (RuntimeException e) {
      redis.shutdown(Duration.ZERO, Duration.ofSeconds(2));
      client.close();
      throw e;
    }
  }

  /** The names of all locks that are held, sorted. */
  List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    ScanArgs pattern = ScanArgs.Builder.matches(keyspace.scanPattern(KIND)).limit(KEYS_A_STEP);
    ScanIterator<String> keys = ScanIterator.scan(commands, pattern);
    while (keys.hasNext()) {
      keyspace.nameOf(KIND, keys.next()).ifPresent(names::add);
    }
    return List.copyOf(names);
  }

  /** One lock. */
  LockInspection inspect(String name) {
    return client.lock(name).inspect();
  }

  /** Who waits for it at the server, first come first; at most so many. */
  List<WaitingClient> waiting(String name, int atMost) {
    String queue = keyspace.lock(KIND, name).queueKey();
    long nowMicros = serverMicros();
    // As ledger.lua keeps it: scores above zero are tickets, and about the microsecond of arrival.
    Range<Double> tickets =
        Range.from(
            Range.Boundary.excluding(0.0), Range.Boundary.including(Double.POSITIVE_INFINITY));
    return commands.zrangebyscoreWithScores(queue, tickets, Limit.create(0, atMost)).stream()
        .map(ticket -> waitingClient(ticket, nowMicros))
        .toList();
  }

  private static WaitingClient waitingClient(ScoredValue<String> ticket, long nowMicros) {
    String id = ticket.getValue();
    int end = id.indexOf('~'); // label~random:number:claim
    long micros = Math.max(0, nowMicros - (long) ticket.getScore());
    return new WaitingClient(
        end < 0 ? id : id.substring(0, end), Duration.of(micros, ChronoUnit.MICROS));
  }

  private long serverMicros() {
    List<String> time = commands.time();
    return TimeUnit.SECONDS.toMicros(Long.parseLong(time.get(0))) + Long.parseLong(time.get(1));
  }

  @Override
  public void close() {
    redis.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    client.close();
  }

  /**
   * One ticket in the queue of a lock.
   *
   * @param label of the client that waits
   * @param since for how long
   */
  record WaitingClient(String label, Duration since) {}
}
