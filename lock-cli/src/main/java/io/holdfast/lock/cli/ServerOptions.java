package io.holdfast.lock.cli;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.redlock.RedLockSettings;
import io.holdfast.lock.redlock.RedLocks;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which server and which keys: the options that most subcommands have. */
public final class ServerOptions {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  @Option(
      names = "--redis",
      paramLabel = "URI",
      converter = ServerAddressConverter.class,
      split = "[ ]+",
      defaultValue = "${env:HOLDFAST_REDIS:-redis://localhost}",
      description =
          "The Redis or Valkey server: redis://[[user:]password@]host[:port], rediss://... for TLS,"
              + " redis-sentinel://host:26379,host:26379#master (?sentinelPassword=... before the"
              + " #, if the Sentinels want one of their own). Default: environment variable"
              + " HOLDFAST_REDIS, or redis://localhost. A password is safer there than on a command"
              + " line, which all users of this machine can read. Named several times, for run only:"
              + " the independent servers of a quorum, in the same order everywhere; in HOLDFAST_REDIS"
              + " with blanks between them.")
  private List<ServerAddress> redis = new ArrayList<>();

  @Option(
      names = "--cluster",
      description =
          "The server is a node of a Redis Cluster. The other nodes are found from it, so any will"
              + " do.")
  private boolean cluster;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      converter = TextConverter.class,
      defaultValue = "holdfast",
      description = "What all keys begin with. Default: ${DEFAULT-VALUE}")
  private String prefix = "holdfast";

  @Mixin private final TlsOptions tls = new TlsOptions();

  /** For picocli. */
  public ServerOptions() {}

  /**
   * The server.
   *
   * @throws UsageException if several are named
   */
  public RedisURI redis() {
    if (redis.size() != 1) {
      throw new UsageException(
          "--redis: %s servers are named, must be one; only run --lock knows a quorum"
              .formatted(redis.size()));
    }
    return redis.get(0).uri();
  }

  /** Whether several servers are named: those of a quorum. */
  public boolean isQuorum() {
    return redis.size() > 1;
  }

  /** Whether it is a node of a cluster. */
  public boolean isCluster() {
    return cluster;
  }

  /**
   * What to trust and to show at a server that speaks TLS; empty for what Java does by default.
   *
   * @throws UsageException if the options do not go together
   */
  public Optional<SslOptions> ssl() {
    return tls.forServer(redis());
  }

  /** What all keys begin with. */
  public String prefix() {
    return prefix;
  }

  /**
   * Connects.
   *
   * @throws UsageException if the prefix cannot be one, the URI cannot be of a cluster, or the
   *     options for TLS do not go with it
   * @throws io.holdfast.lock.LockServerException if the server cannot be reached, or refuses
   */
  public HoldfastClient connect() {
    return HoldfastClient.connect(settings(redis()), redis());
  }

  /**
   * Connects to a majority at least of several servers.
   *
   * @throws UsageException as {@link #connect}, and if one is named twice
   * @throws io.holdfast.lock.LockServerException if no majority can be reached
   */
  public RedLocks connectQuorum(RedLockSettings quorum) {
    if (cluster) {
      throw new UsageException("--cluster: a quorum needs independent servers, not a cluster");
    }
    String[] servers = redis.stream().map(ServerAddress::text).toArray(String[]::new);
    HoldfastSettings settings = settings(redis.get(0).uri());
    try {
      return RedLocks.connect(quorum, settings, servers);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--redis: " + e.getMessage());
    }
  }

  /**
   * Waits until the node of a cluster that has this lock is connected, but not for long: it is
   * connected to when it is first asked for something, and that question is refused. The next
   * caller is told what is wrong, if anything is.
   */
  public void reach(DistributedLock lock) {
    reach(lock::inspect);
  }

  /** As {@link #reach(DistributedLock)}: of what this asks about. */
  public void reach(Runnable question) {
    long from = System.nanoTime();
    while (cluster && !isConnected(question) && System.nanoTime() - from < PATIENCE.toNanos()) {
      LockSupport.parkNanos(ASK_AGAIN_NANOS);
    }
  }

  private static boolean isConnected(Runnable question) {
    try {
      question.run();
      return true;
    } catch (LockServerException e) {
      return !String.valueOf(e.getMessage()).contains("not connected");
    }
  }

  private HoldfastSettings settings(RedisURI uri) {
    HoldfastSettings.Builder settings = HoldfastSettings.builder();
    try {
      settings.keyPrefix(prefix);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    tls.forServer(uri).ifPresent(settings::ssl);
    if (cluster) {
      requireNode(uri);
      settings.cluster();
    }
    return settings.build();
  }

  private void requireNode(RedisURI uri) {
    if (!uri.getSentinels().isEmpty()) {
      throw new UsageException("--cluster: a cluster has no Sentinels; name one of its nodes");
    }
    if (uri.getDatabase() != 0) {
      throw new UsageException(
          "--cluster: a cluster has database 0 only, not %s".formatted(uri.getDatabase()));
    }
  }
}
