package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.Reopening;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.server.Uptime;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting hub: subscribes once to the client's own channel and hands each message to its {@link
 * Recipients}. Any thread; never blocks.
 *
 * <p>Messages get lost while a connection is made anew; nothing here depends on them. Acquisitions
 * ask again on a timer, and at once when {@linkplain Recipient#inboxReopened told} that the inbox
 * listens again. Each of those questions publishes an echo to the asker, so that an inbox which
 * only looks open is found out and opened anew.
 */
public final class Inbox {

  private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

  private final Connector connector;
  private final String channel;
  private final MonotonicClock clock;
  private final Recipients recipients;
  private final Reopening reopening;
  private final Uptime uptime;
  private final Echoes echoes;
  private volatile @Nullable SlotInboxes slots; // of a cluster
  private volatile boolean closed;
  private volatile long pongNanos;
  // Written by the thread that opened it; null until then.
  private volatile @Nullable StatefulRedisPubSubConnection<String, String> connection;

  /**
   * Not open yet.
   *
   * @param clock local time
   * @param echoLimit an echo that takes longer than this is missing
   * @param recipients who is to get what is sent to a number, at any time
   * @param unclaimed hears of grants to a number that nobody has
   */
  public Inbox(
      Connector connector,
      String channel,
      MonotonicClock clock,
      Duration echoLimit,
      Map<Long, ? extends Recipient> recipients,
      Unclaimed unclaimed) {
    this.connector = connector;
    this.channel = channel;
    this.clock = clock;
    this.reopening = new Reopening("Inbox " + channel, clock);
    this.uptime = new Uptime(clock);
    this.echoes = new Echoes(clock, echoLimit.toNanos());
    this.pongNanos = clock.nanoTime();
    this.recipients = new Recipients(recipients, unclaimed, clock);
  }

  /**
   * In a cluster: listens in slots, too. Before it is opened.
   *
   * @param linger for how long after somebody has waited there
   */
  public void listenInSlots(Watchdog watchdog, Duration echoLimit, Duration linger) {
    SlotInboxes all =
        new SlotInboxes(
            connector,
            channel,
            watchdog,
            clock,
            echoLimit,
            linger,
            recipients::deliver,
            recipients::reopenedInSlots);
    slots = all;
    all.begin();
  }

  /** Where it listens besides. */
  public Ears ears() {
    Ears own = slots;
    return own == null ? Ears.NONE : own;
  }

  /** Subscribes. Completes when messages can arrive. */
  public CompletableFuture<Void> open() {
    return connector
        .connectPubSub()
        .thenCompose(
            fresh -> {
              StatefulRedisPubSubConnection<String, String> before = connection;
              if (before != null && before.isOpen()) {
                before.closeAsync(); // one that did not get to subscribe would do so later
              }
              fresh.addListener(new Listener(fresh));
              fresh.addListener(
                  new RedisConnectionStateListener() {
                    @Override
                    public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
                      wentDown(fresh);
                    }
                  });
              connection = fresh;
              echoes.forget();
              if (closed) {
                return fresh.closeAsync();
              }
              CompletionStage<Void> subscribing = fresh.async().subscribe(channel);
              return subscribing.thenRun(() -> cameUp(fresh));
            })
        .whenComplete(
            (open, thrown) -> {
              if (thrown != null) {
                uptime.failed(thrown);
              }
            })
        .toCompletableFuture();
  }

  private void cameUp(StatefulRedisPubSubConnection<String, String> it) {
    if (it == connection) {
      uptime.up();
      if (!it.isOpen()) {
        uptime.ended(); // before that was known
      }
    }
  }

  private void wentDown(StatefulRedisPubSubConnection<String, String> it) {
    if (it == connection) {
      uptime.ended();
    }
  }

  /** Has this one hear of each change of that. */
  public void hear(Uptime.Hearer hearer) {
    uptime.hear(hearer);
  }

  /** Whether messages can arrive, as far as is known. */
  public Uptime.Look look() {
    return uptime.look();
  }

  /**
   * A question that was sent then was answered, and had the server publish an echo to us. The echo
   * may be here already, or still be on its way; if nothing at all comes for too long the inbox
   * only looks open.
   */
  public void echoPublished(long sentNanos) {
    if (echoes.published(sentNanos)) {
      reopen("an echo is missing");
    }
  }

  /**
   * Sends a ping if nothing came for so long. If it is not answered, and nothing else comes
   * meanwhile, the inbox is opened anew. An answer says nothing of messages: {@link #echoPublished}
   * looks after these.
   *
   * @return when the next ping may be due
   */
  public long pingIfIdle(Duration idle) {
    long now = clock.nanoTime();
    StatefulRedisPubSubConnection<String, String> over = connection;
    if (over == null || closed) {
      return now + idle.toNanos();
    }
    long heardNanos = echoes.heardNanos();
    long last = heardNanos - pongNanos > 0 ? heardNanos : pongNanos;
    if (now - last < idle.toNanos()) {
      return last + idle.toNanos();
    }
    try {
      over.async().ping().whenComplete((pong, thrown) -> pinged(over, now, thrown));
    } catch (RuntimeException e) {
      pinged(over, now, e); // not even sent
    }
    return now + idle.toNanos();
  }

  private void pinged(
      StatefulRedisPubSubConnection<String, String> over,
      long sentNanos,
      @Nullable Throwable thrown) {
    Throwable cause = thrown == null ? null : ServerFailure.reported(thrown);
    if (cause == null || cause instanceof RedisCommandExecutionException) {
      pongNanos = clock.nanoTime();
    } else if (!ServerFailure.of(cause).isNotConnected() // then Lettuce connects
        && over.equals(connection)
        && !echoes.wasHeardSince(sentNanos)) {
      reopen("a ping is not answered");
    }
  }

  /** The server, asked over the other connection, sees nobody listen at our channel. */
  public void nobodyListens() {
    reopen("it has no subscriber");
  }

  /** The server, asked over the other connection, is not the master any more. */
  public void serverIsReplica() {
    reopen("its server is not the master any more");
  }

  private void reopen(String why) {
    reopening.begin(
        why,
        connection,
        () -> !closed,
        () -> {
          uptime.down(why);
          return open();
        },
        done -> {});
  }

  /** Unsubscribes by closing the connection. */
  public CompletableFuture<Void> close() {
    closed = true;
    SlotInboxes own = slots;
    if (own != null) {
      own.close();
    }
    uptime.close();
    StatefulRedisPubSubConnection<String, String> current = connection;
    return current == null ? CompletableFuture.completedFuture(null) : current.closeAsync();
  }

  /** Delivers the message for this number to a guest, which is not one of the recipients. */
  public void receive(long number, Recipient guest) {
    recipients.receive(number, guest);
  }

  /** The guest of this number wants no more. */
  public void receiveNoMore(long number) {
    recipients.receiveNoMore(number);
  }

  /** Whether the word for this number goes to a guest. */
  public boolean hasGuest(long number) {
    return recipients.hasGuest(number);
  }

  /** Never throws into the event loop: listeners behind it would not be called. */
  private final class Listener extends RedisPubSubAdapter<String, String> {

    private final StatefulRedisPubSubConnection<String, String> own;

    Listener(StatefulRedisPubSubConnection<String, String> own) {
      this.own = own;
    }

    @Override
    public void message(String from, String text) {
      echoes.heard();
      recipients.deliver(text);
    }

    @Override
    public void subscribed(String to, long count) {
      try {
        echoes.heard();
        cameUp(own);
        recipients.reopened();
      } catch (RuntimeException | Error e) {
        LOG.error("Waiters could not be told that the inbox is subscribed again", e);
      }
    }
  }
}
