package io.holdfast.spring.boot;

import io.lettuce.core.SslVerifyMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code holdfast.*} says.
 *
 * @param enabled Whether Holdfast is configured at all.
 * @param url Server of Holdfast's own, such as redis://localhost or rediss://host:6380. By default
 *     the one of spring.data.redis.
 * @param username User to log in as. Overrides the user of the URL, and of spring.data.redis.
 * @param password Password to log in with. Overrides the one of the URL, and of spring.data.redis.
 * @param ssl TLS.
 * @param connect Whether the application starts without the server (background), or fails if it is
 *     away (eager).
 * @param keyPrefix What all keys and channels begin with.
 * @param clientLabel Name of this client for people. By default the application's name with host
 *     and process id.
 * @param lease Length of renewed leases. A crashed holder keeps its locks for so long.
 * @param claimLease How long a grant stands before its client has answered. Must be more than 2.2
 *     times the command time-out.
 * @param slice How long threads of this client pass a lock on among themselves while others wait.
 * @param linger How long a plain lock that this client takes again and again stays at the server
 *     after a release; 0 for not at all.
 * @param commandTimeout How long an answer of the server may take. Not inherited from
 *     spring.data.redis.timeout.
 * @param unreachableLimit How long a waiter without a time limit bears a server that cannot be
 *     reached.
 * @param longWait After how long the log tells of a wait, and of a hold for which others wait; 0
 *     for never.
 * @param retention How long the server remembers the last token of an unused lock.
 * @param cluster Redis Cluster.
 * @param quorum Locks that a majority of independent servers grants.
 * @param health Health of the client.
 * @param annotations Methods with @Locked.
 * @param metrics Meters.
 * @param observations Observations.
 */
@ConfigurationProperties("holdfast")
public record HoldfastProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String url,
    @Nullable String username,
    @Nullable String password,
    @DefaultValue Ssl ssl,
    @DefaultValue("background") Connect connect,
    @DefaultValue("holdfast") String keyPrefix,
    @Nullable String clientLabel,
    @DefaultValue("30s") Duration lease,
    @DefaultValue("5s") Duration claimLease,
    @DefaultValue("5ms") Duration slice,
    @DefaultValue("0") Duration linger,
    @DefaultValue("2s") Duration commandTimeout,
    @DefaultValue("60s") Duration unreachableLimit,
    @DefaultValue("30s") Duration longWait,
    @DefaultValue("10m") Duration retention,
    @DefaultValue Cluster cluster,
    @DefaultValue Quorum quorum,
    @DefaultValue Health health,
    @DefaultValue Annotations annotations,
    @DefaultValue Metrics metrics,
    @DefaultValue Observations observations) {

  /** When the client connects. */
  public enum Connect {
    /** The application starts at once; until there is a connection the server is unreachable. */
    BACKGROUND,
    /** The application does not start if the server cannot be reached. */
    EAGER
  }

  /** How much of a server's certificate is verified. */
  public enum VerifyPeer {
    /** Authority and host name. */
    FULL(SslVerifyMode.FULL),
    /** The authority only. */
    CA(SslVerifyMode.CA),
    /** Nothing: anybody may pretend to be the server. */
    NONE(SslVerifyMode.NONE);

    private final SslVerifyMode mode;

    VerifyPeer(SslVerifyMode mode) {
      this.mode = mode;
    }

    SslVerifyMode mode() {
      return mode;
    }
  }

  /**
   * TLS.
   *
   * @param bundle Name of the SSL bundle to use. Turns TLS on. By default the one of
   *     spring.data.redis.
   * @param verifyPeer How much of the server's certificate is verified. Full by default.
   */
  public record Ssl(@Nullable String bundle, @Nullable VerifyPeer verifyPeer) {}

  /**
   * Redis Cluster.
   *
   * @param enabled Whether holdfast.url is a node of a Redis Cluster.
   * @param refresh Refresh of the topology.
   */
  public record Cluster(@DefaultValue("false") boolean enabled, @DefaultValue Refresh refresh) {

    /**
     * Refresh of the topology.
     *
     * @param period How often the topology is looked at, besides Holdfast's own reasons. Never by
     *     default.
     */
    public record Refresh(@Nullable Duration period) {}
  }

  /**
   * Locks that a majority of independent servers grants.
   *
   * @param nodes URLs of the servers, the same in the same order everywhere.
   * @param maxLease Longest lease of any lock of the quorum, the same everywhere.
   * @param quarantine Whether a node that may have forgotten a lock is left out for the longest
   *     lease.
   */
  public record Quorum(
      @DefaultValue List<String> nodes,
      @DefaultValue("60s") Duration maxLease,
      @DefaultValue("true") boolean quarantine) {

    /** Without the URLs, as they may have passwords. */
    @Override
    public String toString() {
      return "Quorum[nodes=%s, maxLease=%s, quarantine=%s]"
          .formatted(nodes.size(), maxLease, quarantine);
    }
  }

  /**
   * Health of the client.
   *
   * @param downAfter How long the server, or a majority of the nodes of a quorum, may be silent
   *     before the health is DOWN.
   */
  public record Health(@DefaultValue("10s") Duration downAfter) {}

  /**
   * Methods with {@code @Locked}, and {@code HoldTemplate}.
   *
   * @param enabled Whether @Locked is heeded, and there is a HoldTemplate.
   * @param order Order of the advice: lower is further outside. Transactions have the order
   *     2147483647.
   * @param strictOrder Whether the start fails if a transaction begins before the lock is taken.
   * @param waitAtMost How long to wait for a lock where the annotation does not say.
   * @param lease Lease where the annotation does not say: renewed, renewed 1m, or a fixed time such
   *     as 30s.
   */
  public record Annotations(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("2147482647") int order,
      @DefaultValue("true") boolean strictOrder,
      @DefaultValue("10s") Duration waitAtMost,
      @DefaultValue("renewed") String lease) {}

  /** What the tag {@code lock} of meters and observations is made of. */
  public enum LockTag {
    /** What stands before the first colon of the name. */
    GROUP,
    /** The name. */
    NAME,
    /** Nothing: all locks have the same value. */
    NONE
  }

  /**
   * Meters.
   *
   * @param enabled Whether there are meters of locks.
   * @param lockTag What the tag "lock" is made of: the group before the first colon of the name,
   *     the name, or nothing.
   * @param maxLockTags How many values the tag "lock" has at most. Further names are "other".
   */
  public record Metrics(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("group") LockTag lockTag,
      @DefaultValue("100") int maxLockTags) {}

  /**
   * Observations.
   *
   * @param enabled Whether the sections of @Locked and HoldTemplate are observed.
   */
  public record Observations(@DefaultValue("true") boolean enabled) {}

  /** Without URL, user and password. */
  @Override
  public String toString() {
    return "HoldfastProperties[keyPrefix=%s, connect=%s]".formatted(keyPrefix, connect);
  }
}
