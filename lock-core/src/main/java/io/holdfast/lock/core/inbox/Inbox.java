package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.server.Connector;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting hub: subscribes once to the client's own channel and hands each message to the
 * acquisition that it names.
 *
 * <p>Messages get lost while a connection is made anew; nothing here depends on them. Acquisitions
 * ask again on a timer, and at once when {@linkplain Recipient#inboxReopened() told} that the inbox
 * listens again. Each of those questions publishes an echo to the asker, so that an inbox which
 * only looks open is found out and opened anew.
 */
public final class Inbox {

  private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

  private final Connector connector;
  private final String channel;
  private final Map<Long, ? extends Recipient> recipients;
  private final AtomicBoolean opening = new AtomicBoolean();
  private final long echoLimitNanos;
  private volatile boolean closed;
  private final AtomicLong echoesPublished = new AtomicLong();
  private final AtomicLong echoesHeard = new AtomicLong();
  // Since when none came although one was published. Written by the event loops of both
  // connections;
  // a lost write costs a delay.
  private volatile boolean isEchoMissing;
  private volatile long echoMissingSinceNanos;
  // Written by the thread that opened it; null until then.
  private volatile @Nullable StatefulRedisPubSubConnection<String, String> connection;

  /**
   * Not open yet.
   *
   * @param echoLimit an echo that takes longer than this is missing
   * @param recipients who is to get what is sent to a number, at any time
   */
  public Inbox(
      Connector connector,
      String channel,
      Duration echoLimit,
      Map<Long, ? extends Recipient> recipients) {
    this.connector = connector;
    this.channel = channel;
    this.echoLimitNanos = echoLimit.toNanos();
    this.recipients = recipients;
  }

  /** Subscribes. Completes when messages can arrive. */
  public CompletableFuture<Void> open() {
    return connector
        .connectPubSub()
        .thenCompose(
            fresh -> {
              fresh.addListener(new Listener());
              connection = fresh;
              echoesPublished.set(0);
              echoesHeard.set(0);
              isEchoMissing = false;
              if (closed) {
                return fresh.closeAsync();
              }
              CompletionStage<Void> subscribing = fresh.async().subscribe(channel);
              return subscribing;
            })
        .toCompletableFuture();
  }

  /**
   * A question was answered that had the server publish an echo to us. The echo may be here
   * already, or still be on its way; if none comes for too long the inbox only looks open.
   */
  public void echoPublished(long now) {
    if (echoesPublished.incrementAndGet() <= echoesHeard.get()) {
      return;
    }
    if (!isEchoMissing) {
      echoMissingSinceNanos = now;
      isEchoMissing = true;
    } else if (now - echoMissingSinceNanos > echoLimitNanos) {
      reopen("an echo is missing");
    }
  }

  /** The server, asked over the other connection, sees nobody listen at our channel. */
  public void nobodyListens() {
    reopen("nobody listens at it");
  }

  private void reopen(String why) {
    StatefulRedisPubSubConnection<String, String> old = connection;
    if (closed || !opening.compareAndSet(false, true)) {
      return;
    }
    LOG.warn("Inbox {} is opened anew: {}", channel, why);
    if (old != null) {
      old.closeAsync();
    }
    CompletableFuture.completedFuture(null)
        .thenCompose(go -> open())
        .whenComplete((done, thrown) -> opening.set(false));
  }

  /** Unsubscribes by closing the connection. */
  public CompletableFuture<Void> close() {
    closed = true;
    StatefulRedisPubSubConnection<String, String> current = connection;
    return current == null ? CompletableFuture.completedFuture(null) : current.closeAsync();
  }

  private void deliver(InboxMessage message) {
    if (message instanceof InboxMessage.Granted granted) {
      Recipient recipient = recipients.get(granted.number());
      if (recipient != null) {
        recipient.granted(granted);
      }
    } else if (message instanceof InboxMessage.Wanted wanted) {
      Recipient recipient = recipients.get(wanted.number());
      if (recipient != null) {
        recipient.wanted();
      }
    } else if (message instanceof InboxMessage.Lost lost) {
      Recipient recipient = recipients.get(lost.number());
      if (recipient != null) {
        recipient.lost();
      }
    } else {
      echoesHeard.incrementAndGet();
      isEchoMissing = false;
    }
  }

  /** Never throws into the event loop: listeners behind it would not be called. */
  private final class Listener extends RedisPubSubAdapter<String, String> {

    @Override
    public void message(String from, String text) {
      try {
        InboxMessage.parse(text).ifPresent(Inbox.this::deliver);
      } catch (RuntimeException | Error e) {
        LOG.error("Message '{}' could not be handled", text, e);
      }
    }

    @Override
    public void subscribed(String to, long count) {
      try {
        recipients.values().forEach(Recipient::inboxReopened);
      } catch (RuntimeException | Error e) {
        LOG.error("Waiters could not be told that the inbox listens again", e);
      }
    }
  }
}
