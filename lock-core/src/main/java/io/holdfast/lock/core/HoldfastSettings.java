package io.holdfast.lock.core;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.RequestObserver;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.server.ConnectionSettings;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Settings of a client. Immutable; made by {@link #builder()} and checked there once: what is out
 * of bounds is refused with its name, value and bound.
 */
public final class HoldfastSettings {

  private final String keyPrefix;
  private final String clientLabel;
  private final Engine.Times times;
  private final Duration retention;
  private final boolean cluster;
  private final boolean background;
  private final Optional<SslOptions> ssl;
  private final Optional<ClusterTopologyRefreshOptions> clusterRefresh;
  private final Optional<Executor> callbackExecutor;
  private final List<LockListener> listeners;
  private final List<LockListener> directListeners;
  private final List<RequestObserver> requestObservers;
  private final MonotonicClock clock;

  private HoldfastSettings(Builder builder) {
    this.keyPrefix = builder.keyPrefix;
    this.clientLabel = builder.clientLabel.orElseGet(ClientId::defaultLabel);
    this.times =
        new Engine.Times(
            builder.lease,
            builder.claimLease,
            builder.slice,
            builder.commandTimeout,
            builder.unreachableLimit,
            Lease.MAXIMUM);
    this.retention = builder.retention;
    this.cluster = builder.cluster;
    this.background = builder.background;
    this.ssl = builder.ssl;
    this.clusterRefresh = builder.clusterRefresh;
    this.callbackExecutor = builder.callbackExecutor;
    this.listeners = List.copyOf(builder.listeners);
    this.directListeners = List.copyOf(builder.directListeners);
    this.requestObservers = List.copyOf(builder.requestObservers);
    this.clock = builder.clock;
  }

  /** The defaults, to be changed. */
  public static Builder builder() {
    return new Builder();
  }

  /** The defaults. */
  public static HoldfastSettings defaults() {
    return builder().build();
  }

  /** The same, but for a client that {@linkplain Builder#connectInBackground is opened at once}. */
  public HoldfastSettings connectingInBackground() {
    return new HoldfastSettings(this);
  }

  private HoldfastSettings(HoldfastSettings other) {
    this.keyPrefix = other.keyPrefix;
    this.clientLabel = other.clientLabel;
    this.times = other.times;
    this.retention = other.retention;
    this.cluster = other.cluster;
    this.background = true;
    this.ssl = other.ssl;
    this.clusterRefresh = other.clusterRefresh;
    this.callbackExecutor = other.callbackExecutor;
    this.listeners = other.listeners;
    this.directListeners = other.directListeners;
    this.requestObservers = other.requestObservers;
    this.clock = other.clock;
  }

  String keyPrefix() {
    return keyPrefix;
  }

  String clientLabel() {
    return clientLabel;
  }

  Engine.Times times() {
    return times;
  }

  Duration retention() {
    return retention;
  }

  boolean isCluster() {
    return cluster;
  }

  boolean connectsInBackground() {
    return background;
  }

  ConnectionSettings connections() {
    return new ConnectionSettings(
        times.commandTimeout(), ConnectionSettings.nameOf(clientLabel), ssl, clusterRefresh);
  }

  Optional<Executor> callbackExecutor() {
    return callbackExecutor;
  }

  List<LockListener> listeners() {
    return listeners;
  }

  List<LockListener> directListeners() {
    return directListeners;
  }

  List<RequestObserver> requestObservers() {
    return requestObservers;
  }

  MonotonicClock clock() {
    return clock;
  }

  /** Collects settings. Not for use by several threads. */
  public static final class Builder {

    private String keyPrefix = "holdfast";
    private Optional<String> clientLabel = Optional.empty();
    private Duration lease = Duration.ofSeconds(30);
    private Duration claimLease = Duration.ofSeconds(5);
    private Duration slice = Duration.ofMillis(5);
    private Duration commandTimeout = Duration.ofSeconds(2);
    private Duration unreachableLimit = Duration.ofSeconds(60);
    private Duration retention = Duration.ofMinutes(10);
    private boolean cluster;
    private boolean background;
    private Optional<SslOptions> ssl = Optional.empty();
    private Optional<ClusterTopologyRefreshOptions> clusterRefresh = Optional.empty();
    private Optional<Executor> callbackExecutor = Optional.empty();
    private final List<LockListener> listeners = new ArrayList<>();
    private final List<LockListener> directListeners = new ArrayList<>();
    private final List<RequestObserver> requestObservers = new ArrayList<>();
    private MonotonicClock clock = MonotonicClock.SYSTEM;

    private Builder() {}

    /** What all keys and channels begin with; {@code holdfast}. The trust boundary. */
    public Builder keyPrefix(String prefix) {
      new Keyspace(prefix); // refuses what cannot be one
      this.keyPrefix = prefix;
      return this;
    }

    /**
     * A name for people, shown to other clients; host and process id. The server shows the
     * connections as {@code holdfast:<label>} in {@code CLIENT LIST}, unless the URI has a {@code
     * clientName}. That needs no right: the name goes with {@code HELLO}.
     */
    public Builder clientLabel(String label) {
      this.clientLabel = Optional.of(ClientId.requireLabel(label));
      return this;
    }

    /** The length of renewed leases; 30 s. A crashed holder costs so much. */
    public Builder lease(Duration lease) {
      this.lease = between("lease", lease, Lease.MINIMUM, Lease.MAXIMUM);
      return this;
    }

    /**
     * How long a grant stands before the grantee has said anything; 5 s. Clients that died or froze
     * while they waited cost so much, together. Must be more than 2.2 times the command time-out.
     */
    public Builder claimLease(Duration claimLease) {
      this.claimLease =
          between("claimLease", claimLease, Duration.ofMillis(100), Duration.ofMinutes(5));
      return this;
    }

    /**
     * How long a hold is passed on among the threads of this client while another client waits; 5
     * ms.
     */
    public Builder slice(Duration slice) {
      this.slice = between("slice", slice, Duration.ZERO, Duration.ofSeconds(10));
      return this;
    }

    /** How long an answer of the server may take; 2 s. */
    public Builder commandTimeout(Duration commandTimeout) {
      this.commandTimeout =
          between("commandTimeout", commandTimeout, Duration.ofMillis(20), Duration.ofMinutes(1));
      return this;
    }

    /**
     * How long a waiter without a time limit bears a server that cannot be asked; 60 s. A duration
     * of more than a day means without end.
     */
    public Builder unreachableLimit(Duration unreachableLimit) {
      this.unreachableLimit =
          between(
              "unreachableLimit",
              unreachableLimit,
              Duration.ZERO,
              Duration.ofSeconds(Long.MAX_VALUE));
      return this;
    }

    /**
     * How long the server remembers the last token of a lock that nobody uses; 10 min. A server
     * clock set back by less than that repeats no token.
     */
    public Builder retention(Duration retention) {
      this.retention = between("retention", retention, Duration.ofMinutes(1), Duration.ofDays(30));
      return this;
    }

    /**
     * Whom to trust and how to prove who we are, for a server that speaks TLS ({@code rediss://…}):
     * trust store, key store, protocols, ciphers. Without it the JVM's trust store is used, and no
     * client certificate. It counts for all connections: of a Sentinel group to the Sentinels too,
     * as far as their URIs say TLS; of a cluster to all nodes; of a quorum to all servers.
     *
     * <p>Whether the server's certificate has to name the host is said by the URI ({@code
     * verifyPeer=FULL}, the default; {@code CA}; {@code NONE}). Lettuce reads the files anew for
     * each connection, so certificates may be replaced while the client runs.
     *
     * <p>Opening a client throws {@link IllegalArgumentException} if a URI says no TLS: what was to
     * be secret would go over the network as it is.
     */
    public Builder ssl(SslOptions options) {
      this.ssl = Optional.of(options);
      return this;
    }

    /**
     * When to look at the topology of a cluster, besides Holdfast's own reasons. Taken over are the
     * periodic refresh and its period (none by default), whether to ask all nodes or the seeds
     * only, whether to close stale connections, and after how many attempts to reconnect to look.
     *
     * <p>Not taken over: the adaptive triggers, all of which stay on, and a pause of more than a
     * second between looks that they cause. A lock must not wait for longer at a node that has lost
     * its slot. Besides, Holdfast looks when a node is silent, or when there is no connection to
     * it.
     *
     * <p>Only with {@link #cluster()}; {@link #build()} refuses it without.
     */
    public Builder clusterRefresh(ClusterTopologyRefreshOptions options) {
      this.clusterRefresh = Optional.of(options);
      return this;
    }

    /** The URIs are the seeds of a Redis Cluster. */
    public Builder cluster() {
      this.cluster = true;
      return this;
    }

    /**
     * Opens the client at once, also if the server is away: connections are made in the background,
     * again and again until there are some. Until then the server is unreachable to every request.
     * Without this setting, opening fails if the server cannot be reached.
     */
    public Builder connectInBackground() {
      this.background = true;
      return this;
    }

    /**
     * Where listeners and callbacks run, and where futures complete and the work behind them runs.
     * By default daemon threads of the client: one for listeners, so that events of a lock keep
     * their order, one each for losses that listeners and {@code onLost} callbacks are told of, and
     * others for futures. An executor given here is used for all, keeps order if it has one thread,
     * must not drop tasks, and is not shut down by the client. What it refuses, or would run in the
     * calling thread, the client's own threads run; what it does not come to within a claim lease
     * is not kept held for it. Its {@code execute} may block: that delays events and futures, and
     * nothing else of the client.
     */
    public Builder callbackExecutor(Executor executor) {
      this.callbackExecutor = Optional.of(executor);
      return this;
    }

    /**
     * Hears what happens to the locks of this client. For numbers that are read from time to time
     * none is needed: {@link HoldfastClient#statistics()}.
     */
    public Builder listener(LockListener listener) {
      this.listeners.add(listener);
      return this;
    }

    /**
     * Hears of attempts and releases in the threads in which they end, so that listening costs
     * little more than what the listener does: for meters. None of these events is dropped.
     *
     * <p>{@code acquired}, {@code granted} and {@code failed} are told by the thread that asked,
     * before its call returns, or by the one that completes its future; {@code passedOn} and {@code
     * released} by the thread that ended the hold, before its call returns. If that is a thread of
     * the client's network, or nobody waits for the answer to a release, or a future was ended by
     * its user, a thread of the client that does nothing else tells it. All other events are told
     * as to any {@link #listener}.
     *
     * <p>The listener runs in the midst of the work of whoever uses a lock. It must be safe for any
     * number of threads, return at once, and use no lock of Holdfast. What it throws is logged and
     * otherwise ignored. Events of different holds may come in any order; the tokens tell theirs.
     */
    public Builder directListener(LockListener listener) {
      this.directListeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * Hears of each answer to a script that the client sends, and of each that did not come. See
     * {@link RequestObserver} for what it must not do.
     */
    public Builder requestObserver(RequestObserver observer) {
      this.requestObservers.add(Objects.requireNonNull(observer, "observer"));
      return this;
    }

    /** What time is taken for; that of this JVM. For tests. */
    Builder clock(MonotonicClock clock) {
      this.clock = clock;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if they do not go together
     */
    public HoldfastSettings build() {
      // One lost message must cost nobody a hold: a grant may be read when 11/30 of the claim have
      // gone, a sixth later it is renewed, and if that is not answered, again after a time-out.
      if (claimLease.toMillis() * 10 <= commandTimeout.toMillis() * 22) {
        throw new IllegalArgumentException(
            "claimLease %s: must be more than 2.2 times the commandTimeout %s"
                .formatted(claimLease, commandTimeout));
      }
      if (retention.compareTo(claimLease) <= 0) {
        throw new IllegalArgumentException(
            "retention %s: must be longer than the claimLease %s".formatted(retention, claimLease));
      }
      if (clusterRefresh.isPresent() && !cluster) {
        throw new IllegalArgumentException("clusterRefresh: only goes with cluster()");
      }
      return new HoldfastSettings(this);
    }

    private static Duration between(String what, Duration value, Duration least, Duration most) {
      if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
        throw new IllegalArgumentException(
            "%s %s: must be from %s to %s".formatted(what, value, least, most));
      }
      return value;
    }
  }
}
