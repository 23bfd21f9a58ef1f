package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Judges the connection for requests by what becomes of them: one that is of no use any more is
 * opened anew, and in a cluster the nodes are looked up. Any thread; never blocks.
 */
final class ConnectionHealth {

  /**
   * Lettuce connects again by itself, in pauses that grow up to 30 s: a connection that has not
   * come back by then is ours to open.
   */
  private static final long ABSENCE_NANOS = Duration.ofSeconds(1).toNanos();

  /** A cluster is down, and not only doubted, when requests found no node for this long. */
  private static final long CLUSTER_ABSENCE_NANOS = Duration.ofSeconds(4).toNanos();

  private final Connector connector;
  private final RequestConnection connection;
  private final Uptime uptime;
  private final Runnable whenMoved;
  private final Silence silence;
  private final Absence absence;
  private final TopologyRefresh topology;

  /**
   * Nothing is known against it yet.
   *
   * @param uptime hears what is not known of the connection itself: how the nodes of a cluster are
   * @param whenMoved run when the server, or a Sentinel, says that it is not the master any more
   */
  ConnectionHealth(
      Connector connector,
      RequestConnection connection,
      MonotonicClock clock,
      Uptime uptime,
      Runnable whenMoved) {
    this.connector = connector;
    this.connection = connection;
    this.uptime = uptime;
    this.whenMoved = whenMoved;
    this.silence = new Silence(clock);
    this.absence = new Absence(clock);
    this.topology = new TopologyRefresh(connector, clock, this::hasLooked);
  }

  // ---- what is heard

  /** The server said something. */
  void heard() {
    silence.heard();
    absence.end();
    if (connector.isCluster()) {
      uptime.up();
    }
  }

  /** When the server last said something. */
  long heardNanos() {
    return silence.heardNanos();
  }

  /** How long ago the server last answered a request or let us in; empty if it never did. */
  Optional<Duration> sinceLastAnswer() {
    return Stream.of(silence.sinceHeard(), uptime.sinceLastUp())
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /** The connection is a new one. */
  void forget() {
    silence.forget();
    absence.end();
  }

  // ---- what goes wrong

  /**
   * A request failed: is the connection dead though nobody closed it, or closed for good, or is its
   * server not the master any more?
   */
  void failed(ServerFailure failure, Connector.Commands over, long sentNanos) {
    if (!connection.isOver(over) || connection.isClosed()) {
      return; // of an earlier connection
    }
    if (connector.isCluster() && !failure.isAnswer()) {
      uptime.doubt(FailureReason.of(connection.explained(failure).cause()));
    }
    switch (Symptom.of(failure, connector.isCluster())) {
      case UNANSWERED -> unanswered(over, sentNanos);
      case CLOSED -> connection.reopen(over, "there is no connection");
      case NOT_CONNECTED -> notConnected(over);
      case OF_REPLICA -> moved(over, "its server is a replica now");
      case NONE -> {
        // Only this request has failed.
      }
    }
  }

  private void unanswered(Connector.Commands over, long sentNanos) {
    boolean othersAnswer = connector.isCluster() && silence.wasHeardSince(sentNanos);
    if (!othersAnswer && silence.isTooLong(sentNanos)) {
      connection.reopen(over, "it is silent");
    } else {
      lookAgain(); // one node may hang, and another may have taken its place
    }
  }

  private void notConnected(Connector.Commands over) {
    absence.noticed();
    if (connector.isCluster()) { // one node may be away, and the others are there
      topology.begin();
    } else if (absence.hasLasted(ABSENCE_NANOS)) {
      connection.reopen(over, "it does not come back");
    }
  }

  /** Another server is the master now, as a Sentinel says. */
  void masterMoved(String newMaster) {
    Connector.Commands current = connection.usable();
    if (current != null) {
      moved(current, newMaster + " is the master now");
    }
  }

  private void moved(Connector.Commands old, String why) {
    connection.reopen(old, why);
    whenMoved.run();
  }

  // ---- the nodes of a cluster

  /** In a cluster: something is not where it was looked for. */
  void lookAgain() {
    if (connector.isCluster()) {
      topology.begin();
    }
  }

  /** All nodes of a cluster were asked, and one has answered, or none. */
  private void hasLooked(boolean isAnyThere) {
    if (isAnyThere) {
      absence.end();
    } else if (absence.hasLasted(CLUSTER_ABSENCE_NANOS)) {
      uptime.down("none of its nodes is connected");
    }
  }
}
