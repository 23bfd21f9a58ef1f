package io.holdfast.lock.testkit.resp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Listens to channels on a connection and a daemon thread of its own, and keeps what was published,
 * in order.
 *
 * <p>When a factory method returns, the server has confirmed the subscription: no later message is
 * missed. If the server goes away, the subscriber falls silent; it does not reconnect.
 */
public final class RespSubscriber implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final RespConnection connection;
  private final Queue<Message> messages = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Message> unread = new LinkedBlockingQueue<>();

  /** What was published where. */
  public record Message(String channel, String text) {}

  private RespSubscriber(RespConnection connection) {
    this.connection = connection;
  }

  /** Listens to these channels. */
  public static RespSubscriber channels(String uri, String... channels) {
    return open(uri, "SUBSCRIBE", channels);
  }

  /** Listens to every channel that matches one of these patterns. */
  public static RespSubscriber patterns(String uri, String... patterns) {
    return open(uri, "PSUBSCRIBE", patterns);
  }

  /** Listens to this channel of a shard. For Redis 7 or later, or Valkey. */
  public static RespSubscriber shardChannel(String uri, String channel) {
    return open(uri, "SSUBSCRIBE", channel);
  }

  private static RespSubscriber open(String uri, String verb, String... channels) {
    RespAddress address = RespAddress.parse(uri);
    try {
      RespConnection connection = RespConnection.open(address, TIMEOUT);
      RespSubscriber subscriber = new RespSubscriber(connection);
      subscriber.subscribe(verb, channels);
      RespListener.start("testkit-subscriber-" + address, connection, subscriber::accept);
      return subscriber;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot subscribe at " + address + ": " + e.getMessage(), e);
    }
  }

  private void subscribe(String verb, String... channels) throws IOException {
    connection.send(RespListener.words(verb, channels));
    for (int confirmed = 0; confirmed < channels.length; confirmed++) {
      if (connection.read() instanceof RespException error) {
        connection.close();
        throw error;
      }
    }
  }

  private void accept(Object reply) {
    if (reply instanceof List<?> push
        && push.size() >= 3
        && String.valueOf(push.get(0)).endsWith("message")) {
      // message channel text, or pmessage pattern channel text: the last two are what counts
      int size = push.size();
      Message message =
          new Message(String.valueOf(push.get(size - 2)), String.valueOf(push.get(size - 1)));
      messages.add(message);
      unread.add(message);
    }
  }

  /** The next message not yet taken by this method, waiting for it at most this long. */
  public Optional<Message> next(Duration limit) throws InterruptedException {
    return Optional.ofNullable(unread.poll(limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** All messages so far, oldest first. */
  public List<Message> messages() {
    return List.copyOf(messages);
  }

  /** Ends the subscription. Idempotent. */
  @Override
  public void close() {
    connection.close();
  }
}
