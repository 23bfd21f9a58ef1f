package io.holdfast.lock.core;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.RequestObserver;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.Keyspace;
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
 * Settings of a client. Immutable; made by {@link #builder()}, which checks them once and refuses a
 * value out of bounds with its name, value and bound.
 */
public final class HoldfastSettings {

  private final SettingsValues values;

  private HoldfastSettings(SettingsValues values) {
    this.values = values;
  }

  /** A builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The defaults. */
  public static HoldfastSettings defaults() {
    return builder().build();
  }

  /** The same, but for a client that {@linkplain Builder#connectInBackground is opened at once}. */
  public HoldfastSettings connectingInBackground() {
    return new HoldfastSettings(values.connectingInBackground());
  }

  SettingsValues values() {
    return values;
  }

  /** Collects settings. Not for use by several threads. */
  public static final class Builder {

    private String keyPrefix = "holdfast";
    private Optional<String> clientLabel = Optional.empty();
    private Duration lease = Duration.ofSeconds(30);
    private Duration claimLease = Duration.ofSeconds(5);
    private Duration slice = Duration.ofMillis(5);
    private Duration linger = Duration.ZERO;
    private Duration commandTimeout = Duration.ofSeconds(2);
    private Duration unreachableLimit = Duration.ofSeconds(60);
    private Duration longWait = Duration.ofSeconds(30);
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

    /** The prefix of all keys and channels, the trust boundary; {@code holdfast} by default. */
    public Builder keyPrefix(String prefix) {
      new Keyspace(prefix); // refuses what cannot be one
      this.keyPrefix = prefix;
      return this;
    }

    /**
     * A name for people, shown to other clients; host and process id. {@code CLIENT LIST} shows the
     * connections as {@code holdfast:<label>}, unless the URI has a {@code clientName}; no right is
     * needed.
     */
    public Builder clientLabel(String label) {
      this.clientLabel = Optional.of(ClientId.requireLabel(label));
      return this;
    }

    /**
     * The length of renewed leases; 30 s by default. A crashed holder blocks the lock for the rest
     * of its lease.
     */
    public Builder lease(Duration lease) {
      this.lease = SettingsRules.lease(lease);
      return this;
    }

    /**
     * How long a grant stands until the client that got it confirms; 5 s by default. Crashed or
     * frozen waiters together cost at most this much. Must be more than 2.2 times the command
     * time-out.
     */
    public Builder claimLease(Duration claimLease) {
      this.claimLease = SettingsRules.claimLease(claimLease);
      return this;
    }

    /** How long threads here hand a lock on while another client waits; 5 ms by default. */
    public Builder slice(Duration slice) {
      this.slice = SettingsRules.slice(slice);
      return this;
    }

    /**
     * How long a plain lock that this client takes again and again stays at the server after a
     * release, so that the next {@code lock()} here asks nobody; not at all by default, at most 10
     * s or a claim lease. It ends when another client wants it, whose first untimed {@code
     * tryLock()} may be refused; then nothing stays for a minute. A process that dies leaves a
     * claim lease.
     */
    public Builder linger(Duration linger) {
      this.linger = SettingsRules.linger(linger);
      return this;
    }

    /** How long an answer of the server may take; 2 s by default. */
    public Builder commandTimeout(Duration commandTimeout) {
      this.commandTimeout = SettingsRules.commandTimeout(commandTimeout);
      return this;
    }

    /**
     * How long a waiter without a time limit tolerates an unreachable server; 60 s by default. More
     * than a day means for ever.
     */
    public Builder unreachableLimit(Duration unreachableLimit) {
      this.unreachableLimit = SettingsRules.unreachableLimit(unreachableLimit);
      return this;
    }

    /**
     * After how long the log names a waiter with the holder, and a hold here for which others wait,
     * and again each time that has doubled; 30 s by default, zero for never.
     */
    public Builder longWait(Duration longWait) {
      this.longWait = SettingsRules.longWait(longWait);
      return this;
    }

    /**
     * How long the server remembers the last token of a lock that nobody uses; 10 min by default. A
     * server clock that is set back by less than that repeats no token.
     */
    public Builder retention(Duration retention) {
      this.retention = SettingsRules.retention(retention);
      return this;
    }

    /**
     * Options for a server that speaks TLS ({@code rediss://…}): trust store, key store, protocols,
     * ciphers. The default is the JVM's trust store and no client certificate. The options apply to
     * all connections: in a Sentinel group also to the Sentinels whose URIs say TLS; in a cluster
     * to all nodes; in a quorum to all servers.
     *
     * <p>The URI says whether the server's certificate must name the host ({@code verifyPeer=FULL},
     * the default; {@code CA}; {@code NONE}). Lettuce reads the files again for each connection, so
     * certificates may be replaced while the client runs.
     *
     * <p>Opening a client throws {@link IllegalArgumentException} if a URI says no TLS; otherwise
     * secrets would go over the network in clear text.
     */
    public Builder ssl(SslOptions options) {
      this.ssl = Optional.of(options);
      return this;
    }

    /**
     * When to refresh the topology of a cluster, besides Holdfast's own reasons. Holdfast uses
     * these options: the periodic refresh and its period (none by default), whether to ask all
     * nodes or only the seeds, whether to close stale connections, and the number of reconnect
     * attempts before a refresh.
     *
     * <p>Holdfast ignores the adaptive triggers, which all stay on, and a pause of more than a
     * second between the refreshes that they cause: a lock must not wait longer at a node that has
     * lost its slot. Holdfast also refreshes when a node is silent, or when there is no connection
     * to it.
     *
     * <p>Only with {@link #cluster()}; otherwise {@link #build()} refuses it.
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
     * Opens the client at once, even if the server is away: the client connects in the background
     * and retries until it succeeds. Until then every request finds the server unreachable. Without
     * this setting, opening fails if the server cannot be reached.
     */
    public Builder connectInBackground() {
      this.background = true;
      return this;
    }

    /**
     * Where listeners and callbacks run, and where futures complete and the work behind them runs.
     * By default these are daemon threads of the client: one for listeners, so that events of a
     * lock keep their order; one that tells listeners of losses; one that runs {@code onLost}
     * callbacks; and others for futures. An executor given here is used for all of them. It keeps
     * order if it has one thread, it must not drop tasks, and the client does not shut it down. If
     * it refuses a task, or would run it in the calling thread, the client's own threads run it. If
     * it does not run a task within a claim lease, the hold is not kept for it. Its {@code execute}
     * may block: that delays events and futures, and nothing else of the client.
     */
    public Builder callbackExecutor(Executor executor) {
      this.callbackExecutor = Optional.of(executor);
      return this;
    }

    /**
     * Hears what happens to this client's locks. {@link HoldfastClient#statistics()} has counts.
     */
    public Builder listener(LockListener listener) {
      this.listeners.add(listener);
      return this;
    }

    /**
     * Hears of attempts and releases on the threads on which they end, so that listening costs
     * little more than what the listener does: for meters. None of these events is dropped.
     *
     * <p>The thread that asked calls {@code acquired}, {@code granted} and {@code failed} before
     * its own call returns; for a future, the thread that completes it does. The thread that ended
     * the hold calls {@code passedOn} and {@code released} before its own call returns. A dedicated
     * thread of the client calls them instead if that would be a network thread, if nobody waits
     * for the answer to a release, or if the user ended the future. All other events come as to any
     * {@link #listener}.
     *
     * <p>The listener runs in the middle of the work of the threads that use locks. It must be safe
     * for any number of threads, return at once, and use no lock of Holdfast. Exceptions that it
     * throws are logged and otherwise ignored. Events of different holds may come in any order; the
     * tokens show the order of the holds.
     */
    public Builder directListener(LockListener listener) {
      this.directListeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /** Hears of each script that the client sends, when its answer comes or fails to come. */
    public Builder requestObserver(RequestObserver observer) {
      this.requestObservers.add(Objects.requireNonNull(observer, "observer"));
      return this;
    }

    /** What time is taken for; that of this JVM. For tests. */
    Builder clock(MonotonicClock clock) {
      this.clock = clock;
      return this;
    }

    /** The settings; throws {@link IllegalArgumentException} if they do not go together. */
    public HoldfastSettings build() {
      SettingsRules.requireFit(claimLease, commandTimeout, retention, linger);
      SettingsRules.requireCluster(clusterRefresh.isPresent(), cluster);
      return new HoldfastSettings(
          new SettingsValues(
              keyPrefix,
              clientLabel.orElseGet(ClientId::defaultLabel),
              new Engine.Times(
                  lease,
                  claimLease,
                  slice,
                  linger,
                  commandTimeout,
                  unreachableLimit,
                  longWait,
                  Lease.MAXIMUM),
              retention,
              cluster,
              background,
              ssl,
              clusterRefresh,
              callbackExecutor,
              listeners,
              directListeners,
              requestObservers,
              clock));
    }
  }
}
