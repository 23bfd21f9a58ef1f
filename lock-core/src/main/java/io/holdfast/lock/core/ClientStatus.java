package io.holdfast.lock.core;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a client knew of itself at one moment, without asking the server: for people, health checks
 * and dashboards, never for decisions about a lock.
 *
 * <p>The parts are read one after the other while other threads go on, so they may show slightly
 * different moments. Holds and waiters of a quorum lock over this client are not counted: they
 * belong to the quorum.
 *
 * @param clientLabel the label of the client, as in "web-3/4711"
 * @param keyPrefix what all its keys begin with
 * @param server the server, for people: without user, password, and anything that tells them
 * @param mode how the server is found
 * @param commands the connection for requests. In a cluster it stands for the connections to all
 *     nodes, and is up as long as the last request had an answer
 * @param inbox the connection for messages. Locks work while it is not up, but waiters are served
 *     with a delay
 * @param sinceLastAnswer how long ago the server last answered a request, or let the client in;
 *     empty if it never did
 * @param holds how many holds there were: see {@link HoldfastClient#holds()}
 * @param waiters how many callers, threads and futures, waited for a lock, permits, a latch or a
 *     signal
 * @param namesInUse how many locks, pools, semaphores and latches were held here, or waited for
 */
public record ClientStatus(
    String clientLabel,
    String keyPrefix,
    String server,
    Mode mode,
    ConnectionStatus commands,
    ConnectionStatus inbox,
    Optional<Duration> sinceLastAnswer,
    int holds,
    int waiters,
    int namesInUse) {

  /** How a client finds its server. */
  public enum Mode {
    /** It is named by its address. */
    STANDALONE,
    /** Sentinels say which server is the master. */
    SENTINEL,
    /** The nodes of a cluster say which of them has which keys. */
    CLUSTER
  }

  /** Refuses null. */
  public ClientStatus {
    Objects.requireNonNull(clientLabel, "clientLabel");
    Objects.requireNonNull(keyPrefix, "keyPrefix");
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(commands, "commands");
    Objects.requireNonNull(inbox, "inbox");
    Objects.requireNonNull(sinceLastAnswer, "sinceLastAnswer");
  }
}
