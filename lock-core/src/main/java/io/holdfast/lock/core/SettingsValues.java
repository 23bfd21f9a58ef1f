package io.holdfast.lock.core;

import io.holdfast.lock.LockListener;
import io.holdfast.lock.RequestObserver;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.server.ConnectionSettings;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The values of {@link HoldfastSettings}, which its builder has checked. Immutable. */
record SettingsValues(
    String keyPrefix,
    String clientLabel,
    Engine.Times times,
    Duration retention,
    boolean isCluster,
    boolean connectsInBackground,
    Optional<SslOptions> ssl,
    Optional<ClusterTopologyRefreshOptions> clusterRefresh,
    Optional<Executor> callbackExecutor,
    List<LockListener> listeners,
    List<LockListener> directListeners,
    List<RequestObserver> requestObservers,
    MonotonicClock clock) {

  SettingsValues {
    listeners = List.copyOf(listeners);
    directListeners = List.copyOf(directListeners);
    requestObservers = List.copyOf(requestObservers);
  }

  /** The same, but for a client that is opened at once. */
  SettingsValues connectingInBackground() {
    return new SettingsValues(
        keyPrefix,
        clientLabel,
        times,
        retention,
        isCluster,
        true,
        ssl,
        clusterRefresh,
        callbackExecutor,
        listeners,
        directListeners,
        requestObservers,
        clock);
  }

  /** What the connections of the client are like. */
  ConnectionSettings connections() {
    return new ConnectionSettings(
        times.commandTimeout(), ConnectionSettings.nameOf(clientLabel), ssl, clusterRefresh);
  }
}
