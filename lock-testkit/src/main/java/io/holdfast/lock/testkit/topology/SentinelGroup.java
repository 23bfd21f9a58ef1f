package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.server.RedisServer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A master with two replicas, and three Sentinels. They put a replica in the place of a master that
 * does not answer for a second, or that is told to go.
 *
 * <pre>{@code
 * try (SentinelGroup group = SentinelGroup.start()) {
 *   connect(group.uri());
 *   group.beginFailover();
 *   ...
 * }
 * }</pre>
 */
public final class SentinelGroup implements FailoverGroup, AutoCloseable {

  /** What the Sentinels call the master. */
  public static final String NAME = "main";

  private static final int REPLICAS = 2;
  private static final int SENTINELS = 3;
  private static final int QUORUM = 2;

  private final List<RedisServer> servers;
  private final List<RedisServer> sentinels;
  private final SentinelProgram program;

  private SentinelGroup(
      List<RedisServer> servers, List<RedisServer> sentinels, SentinelProgram program) {
    this.servers = List.copyOf(servers);
    this.sentinels = List.copyOf(sentinels);
    this.program = program;
  }

  /** Starts the six, and waits until all know each other and the replicas are in sync. */
  public static SentinelGroup start() {
    List<RedisServer> servers = new ArrayList<>();
    List<RedisServer> sentinels = new ArrayList<>();
    SentinelProgram program = SentinelProgram.create();
    try {
      for (int i = 0; i <= REPLICAS; i++) {
        servers.add(RedisServer.builder().directive("repl-diskless-sync-delay", "0").start());
      }
      RedisServer master = servers.get(0);
      servers.stream().skip(1).forEach(one -> one.replicaOf("127.0.0.1", master.port()));
      for (int i = 0; i < SENTINELS; i++) {
        sentinels.add(sentinelOf(master, program));
      }
      SentinelGroup group = new SentinelGroup(servers, sentinels, program);
      group.awaitComplete();
      return group;
    } catch (RuntimeException | Error e) {
      Closing.closeAll(parts(program, sentinels, servers), e);
      throw e;
    }
  }

  /** Last opened, first closed. */
  private static List<AutoCloseable> parts(
      SentinelProgram program, List<RedisServer> sentinels, List<RedisServer> servers) {
    List<AutoCloseable> parts = new ArrayList<>(List.of(program));
    parts.addAll(sentinels);
    parts.addAll(servers);
    return parts;
  }

  private static RedisServer sentinelOf(RedisServer master, SentinelProgram program) {
    return RedisServer.builder()
        .binary(program.binary())
        .directive(
            "sentinel",
            "monitor",
            NAME,
            "127.0.0.1",
            Integer.toString(master.port()),
            Integer.toString(QUORUM))
        .directive("sentinel", "down-after-milliseconds", NAME, "1000")
        .directive("sentinel", "failover-timeout", NAME, "20000")
        .start();
  }

  /** Waits until each Sentinel knows the others and both replicas, and these are in sync. */
  @Override
  public void awaitComplete() {
    Patience minute = Patience.ofAMinute();
    for (RedisServer sentinel : sentinels) {
      minute.isTrue(
          sentinel + " knows all",
          () ->
              told(sentinel, "num-slaves").equals(Integer.toString(REPLICAS))
                  && told(sentinel, "num-other-sentinels").equals(Integer.toString(SENTINELS - 1))
                  && told(sentinel, "flags").equals("master"));
    }
    RedisServer master = master();
    minute.isTrue(
        "the replicas are in sync",
        () ->
            servers.stream()
                .filter(one -> one != master)
                .allMatch(one -> "up".equals(one.info("replication").get("master_link_status"))));
  }

  private static String told(RedisServer sentinel, String what) {
    List<String> words = sentinel.admin().texts("SENTINEL", "MASTER", NAME);
    return words.get(words.indexOf(what) + 1);
  }

  /** The master, as the first Sentinel sees it. */
  @Override
  public RedisServer master() {
    return masterOf(sentinels.get(0));
  }

  private RedisServer masterOf(RedisServer sentinel) {
    int port = Integer.parseInt(told(sentinel, "port"));
    return servers.stream().filter(one -> one.port() == port).findAny().orElseThrow();
  }

  @Override
  public RedisServer awaitSuccessorOf(RedisServer old) {
    Patience minute = Patience.ofAMinute();
    minute.isTrue(
        "all Sentinels have another master than " + old,
        () -> sentinels.stream().noneMatch(sentinel -> masterOf(sentinel).equals(old)));
    RedisServer successor = master();
    minute.isTrue(successor + " is a master", () -> isMaster(successor));
    return successor;
  }

  /** Which serves as a master now, if the server itself is asked. */
  public static boolean isMaster(RedisServer server) {
    try {
      return isMasterNow(server);
    } catch (UncheckedIOException e) { // a server that becomes a replica ends connections
      return isMasterNow(server);
    }
  }

  private static boolean isMasterNow(RedisServer server) {
    return "master".equals(server.info("replication").get("role"));
  }

  /** The master and its replicas. */
  public List<RedisServer> servers() {
    return servers;
  }

  /** The Sentinels. */
  public List<RedisServer> sentinels() {
    return sentinels;
  }

  /** Makes the Sentinels begin to put a replica in the place of the running master. */
  @Override
  public void beginFailover() {
    sentinels.get(0).admin().text("SENTINEL", "FAILOVER", NAME);
  }

  /** Of all Sentinels. */
  public String uri() {
    return sentinels.stream()
        .map(one -> "127.0.0.1:" + one.port())
        .collect(Collectors.joining(",", "redis-sentinel://", "#" + NAME));
  }

  @Override
  public String toString() {
    return "master and replicas " + servers + ", Sentinels " + sentinels;
  }

  @Override
  public void close() {
    Closing.closeAll(parts(program, sentinels, servers));
  }
}
