package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.process.Leftovers;
import io.holdfast.lock.testkit.resp.RespClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
          hlen hmget hset hvals incr incrby info keys llen lolwut lpush lrange memory|usage mget
          mset object|encoding persist pexpire pexpireat pexpiretime ping psetex pttl publish
          pubsub|channels pubsub|numsub pubsub|shardnumsub quit role rpush sadd scan scard
          script|exists script|flush script|load select set setex sismember smembers spublish
          srem ssubscribe strlen subscribe sunsubscribe time ttl type unlink unsubscribe zadd
          zcard zcount zincrby zmscore zpopmin zrange zrangebyscore zrank zrem zremrangebyrank
          zremrangebyscore zscore
          """);

  /**
   * Executed when a server is started or emptied, and by no test: where it is missing, the server
   * has forgotten what else it has executed.
   */
  private static final String MARK = "lolwut";

  private static final Pattern COMMAND = Pattern.compile("(?m)^cmdstat_([^:]+):");

  /** A server that takes longer is not as new. */
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(2);

  /** So long it takes a server to see that connections were closed. */
  private static final Duration LONGEST_FAREWELL = Duration.ofMillis(200);

  private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(5).toNanos();

  private final Deque<ServerRuns> idle = new ArrayDeque<>(); // the last used first; guarded by this
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
   * Whether servers of these settings are alike: no two have a port, a clock, certificates or a
   * disk of their own.
   */
  static boolean knows(ServerSettings settings) {
    return settings.port().isEmpty()
        && settings.clock().isEmpty()
        && settings.password().isEmpty()
        && settings.directives().isEmpty()
        && (settings.tls().isEmpty() || settings.access().isPresent())
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
    try (RespClient client = RespClient.connect(runs.uri(), LONGEST_ANSWER)) {
      return runs.process().isRunning() && isOnlyClient(client) && client.number("DBSIZE") == 0;
    } catch (RuntimeException e) { // it does not answer, or not so
      return false;
    }
  }

  private static boolean isOnlyClient(RespClient client) {
    return client.text("CLIENT", "LIST").lines().count() == 1;
  }

  /** It has just been started: it may be kept later. */
  static void mark(ServerRuns runs) {
    try (RespClient client = RespClient.connect(runs.uri(), LONGEST_ANSWER)) {
      client.command(MARK);
    } catch (RuntimeException e) {
      // it will not be kept
    }
  }

  /** Empties it and keeps it; false if it is to be killed instead, and remains the caller's. */
  boolean keep(ServerRuns runs) {
    if (!runs.process().isRunning() || !empty(runs)) {
      return false;
    }
    synchronized (this) {
      if (ended) {
        return false;
      }
      idle.push(runs); // the next test takes the one that was used last
      if (idle.size() > MOST) {
        kill(idle.removeLast());
      }
      return true;
    }
  }

  private static boolean empty(ServerRuns runs) {
    try (RespClient client = RespClient.connect(runs.uri(), LONGEST_ANSWER)) {
      Set<String> executed = executed(client);
      if (!executed.contains(MARK)
          || !HARMLESS.containsAll(executed)
          || !isLeftAlone(client)) { // a client that is still there may come back
        return false;
      }
      client.text("FLUSHALL", "SYNC");
      client.text("SCRIPT", "FLUSH", "SYNC");
      client.text("SLOWLOG", "RESET");
      client.text("ACL", "LOG", "RESET");
      client.text("CONFIG", "RESETSTAT");
      client.command(MARK);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static boolean isLeftAlone(RespClient client) {
    long deadlineNanos = System.nanoTime() + LONGEST_FAREWELL.toNanos();
    while (!isOnlyClient(client)) {
      if (System.nanoTime() - deadlineNanos >= 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return true;
  }

  /**
   * Before version 7 a server does not tell subcommands apart, so none is kept after one of them.
   */
  private static Set<String> executed(RespClient client) {
    return COMMAND
        .matcher(client.text("INFO", "commandstats"))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static void kill(ServerRuns runs) {
    try {
      runs.process().kill();
    } finally {
      runs.end();
    }
  }

  private synchronized void end() {
    ended = true;
    for (ServerRuns runs : idle) {
      try {
        kill(runs);
      } catch (RuntimeException e) {
        System.err.println("testkit: not ended at the end of the JVM: " + runs + ": " + e);
      }
    }
    idle.clear();
  }
}
