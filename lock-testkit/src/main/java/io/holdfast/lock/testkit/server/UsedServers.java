package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.process.Leftovers;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Servers of this JVM that have served one test and may serve another, as to start and to end one
 * takes most of what many tests take. Only a server of which nothing but its keys, scripts and
 * connections can have changed is kept: by the commands that it has executed. It runs on until this
 * JVM ends.
 */
final class UsedServers {

  private static final UsedServers OF_THIS_JVM = new UsedServers();
  private static final int MOST = 10; // two quorums

  /** What leaves nothing but keys, scripts and connections behind, by any client. */
  private static final Set<String> HARMLESS =
      words(
          """
          auth client|getname client|id client|info client|kill client|list client|setinfo
          client|setname command command|docs config|get config|resetstat dbsize del echo eval
          evalsha exists expire expireat flushall get hdel hello hexists hget hgetall hincrby
          hlen hmget hset incr incrby info keys llen lpush lrange memory|usage mget mset
          object|encoding persist pexpire pexpireat pexpiretime ping psetex pttl publish
          pubsub|channels pubsub|numsub pubsub|shardnumsub quit role rpush sadd scan scard
          script|exists script|flush script|load select set setex sismember smembers spublish
          srem ssubscribe strlen subscribe sunsubscribe time ttl type unlink unsubscribe zadd
          zcard zcount zincrby zmscore zpopmin zrange zrangebyscore zrank zrem zremrangebyrank
          zremrangebyscore zscore
          """);

  private static final Pattern COMMAND = Pattern.compile("(?m)^cmdstat_([^:]+):");

  private final Deque<ServerRuns> idle = new ArrayDeque<>(); // guarded by this
  private boolean ended; // guarded by this

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+", -1));
  }

  private UsedServers() {
    Leftovers.add(this::end);
  }

  static UsedServers ofThisJvm() {
    return OF_THIS_JVM;
  }

  /**
   * Whether servers of these settings are alike: no two have a port, a clock or a disk of their
   * own.
   */
  static boolean knows(ServerSettings settings) {
    return settings.port().isEmpty()
        && settings.clock().isEmpty()
        && settings.password().isEmpty()
        && settings.directives().isEmpty()
        && !settings.appendOnly();
  }

  /** One of these settings that is as new; empty if there is none. It is the caller's. */
  Optional<ServerRuns> take(ServerSettings settings) {
    while (true) {
      Optional<ServerRuns> found = poll(settings);
      if (found.isEmpty() || isAlone(found.get())) {
        return found;
      }
      kill(found.get()); // somebody has come back to it
    }
  }

  private synchronized Optional<ServerRuns> poll(ServerSettings settings) {
    for (Iterator<ServerRuns> all = idle.iterator(); all.hasNext(); ) {
      ServerRuns runs = all.next();
      if (runs.settings().equals(settings)) {
        all.remove();
        return Optional.of(runs);
      }
    }
    return Optional.empty();
  }

  private static boolean isAlone(ServerRuns runs) {
    try (RespClient client = RespClient.connect(runs.uri())) {
      return runs.process().isRunning()
          && client.text("CLIENT", "LIST").lines().count() == 1
          && client.number("DBSIZE") == 0;
    } catch (RespException | UncheckedIOException e) {
      return false;
    }
  }

  /** Empties it and keeps it; false if it is to be killed instead, and remains the caller's. */
  boolean keep(ServerRuns runs) {
    if (!empty(runs)) {
      return false;
    }
    synchronized (this) {
      return !ended && idle.size() < MOST && idle.add(runs);
    }
  }

  private static boolean empty(ServerRuns runs) {
    if (!runs.process().isRunning()) {
      return false;
    }
    try (RespClient client = RespClient.connect(runs.uri())) {
      if (!executed(client).allMatch(HARMLESS::contains)) {
        return false;
      }
      for (String type : List.of("normal", "pubsub", "replica")) {
        client.command("CLIENT", "KILL", "TYPE", type);
      }
      client.text("FLUSHALL", "SYNC");
      client.text("SCRIPT", "FLUSH", "SYNC");
      client.text("SLOWLOG", "RESET");
      client.text("CONFIG", "RESETSTAT");
      return true;
    } catch (RespException | UncheckedIOException e) {
      return false;
    }
  }

  /**
   * Before version 7 it does not tell subcommands apart, so no server is kept after one of them.
   */
  private static Stream<String> executed(RespClient client) {
    return COMMAND
        .matcher(client.text("INFO", "commandstats"))
        .results()
        .map(found -> found.group(1));
  }

  private static void kill(ServerRuns runs) {
    runs.process().kill();
    runs.end();
  }

  private synchronized void end() {
    ended = true;
    idle.forEach(UsedServers::kill);
    idle.clear();
  }
}
