package io.holdfast.lock.core.node;

import io.holdfast.lock.core.engine.ConnectionState;
import io.holdfast.lock.core.inbox.Ears;
import io.holdfast.lock.core.inbox.Echo;
import io.holdfast.lock.core.inbox.Inbox;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.inbox.Unclaimed;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.Probe;
import io.holdfast.lock.core.server.ServerLink;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server (or Sentinel group, or cluster): a connection for requests, another for messages. */
public final class Node implements ConnectionState {

  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final Connector connector;
  private final ServerLink link;
  private volatile boolean isLinked; // it was connected once; it reconnects by itself
  private final Inbox inbox;

  /**
   * Not connected yet.
   *
   * @param probe what the first connection is tried with
   * @param channel where the messages come
   * @param commandTimeout how long an answer, or an echo, may take
   * @param executor runs what would otherwise call back into a sending thread
   * @param recipients who is to get what is sent to a number, at any time
   * @param unclaimed hears of grants to a number that nobody has
   */
  public Node(
      Connector connector,
      Probe probe,
      String channel,
      MonotonicClock clock,
      Duration commandTimeout,
      Executor executor,
      Map<Long, ? extends Recipient> recipients,
      Unclaimed unclaimed) {
    this.connector = connector;
    this.inbox = new Inbox(connector, channel, clock, commandTimeout, recipients, unclaimed);
    this.link =
        new ServerLink(connector, probe, clock, commandTimeout, executor, inbox::serverIsReplica);
  }

  /** Requests. */
  public ServerLink link() {
    return link;
  }

  /** Messages. */
  public Inbox inbox() {
    return inbox;
  }

  @Override
  public int generation() {
    return link.generation();
  }

  @Override
  public Ears ears() {
    return inbox.ears();
  }

  @Override
  public void echoed(LockKeys keys, long sentNanos, long echo) {
    if (!inbox.ears().echoed(keys, sentNanos, echo)) {
      echoed(sentNanos, echo);
    }
  }

  /** The same of an echo that was published to the inbox. */
  public void echoed(long sentNanos, long echo) {
    if (Echo.isRefused(echo)) {
      return; // none was published
    }
    inbox.echoPublished(sentNanos);
    if (!link.isCluster() && Echo.listeners(echo) == 0) {
      inbox.nobodyListens();
    }
  }

  /**
   * Connects, and fails if rights or commands that locks need are missing. Completes when requests
   * can be sent and messages can arrive; may be called again if it has failed.
   */
  public CompletableFuture<Void> open() {
    CompletableFuture<Void> linked =
        isLinked
            ? CompletableFuture.completedFuture(null)
            : onceMore(link::open).thenRun(() -> isLinked = true);
    return linked.thenCompose(ok -> onceMore(inbox::open));
  }

  /** A connection that is cut in its handshake is tried once more; a server that refuses is not. */
  private static CompletableFuture<Void> onceMore(Supplier<CompletableFuture<Void>> open) {
    return open.get()
        .exceptionallyCompose(
            thrown ->
                FailureReason.innermost(thrown) instanceof RedisCommandExecutionException
                    ? CompletableFuture.failedFuture(thrown)
                    : open.get());
  }

  /** Stops listening. Waits, but not for long. */
  public void closeInbox() {
    waitFor(inbox.close());
  }

  /** Closes the connection for requests. Waits, but not for long. */
  public void closeLink() {
    waitFor(link.close());
  }

  /** Closes what is left of the connections. */
  public void closeConnector() {
    link.closeReplicas();
    connector.close();
  }

  private static void waitFor(CompletableFuture<Void> closing) {
    try {
      closing.get(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("A connection did not close cleanly", e);
    }
  }

  /** The server, for people; without its password. */
  public String describe() {
    return connector.describe();
  }
}
