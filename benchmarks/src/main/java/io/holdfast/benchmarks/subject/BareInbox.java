package io.holdfast.benchmarks.subject;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Hears of grants: one subscription, and nothing around it. */
final class BareInbox extends RedisPubSubAdapter<String, String> {

  private static final long LIMIT_SECONDS = 20;

  /** Tokens that are on their way, by the ids of those who ask. */
  private final Map<String, CompletableFuture<Long>> expected = new ConcurrentHashMap<>();

  private BareInbox() {}

  /** Listens there. */
  static BareInbox of(StatefulRedisPubSubConnection<String, String> connection, String channel) {
    BareInbox inbox = new BareInbox();
    connection.addListener(inbox);
    connection.sync().subscribe(channel);
    return inbox;
  }

  /** The token that this id may be granted later. To be called before it asks. */
  CompletableFuture<Long> expect(String id) {
    CompletableFuture<Long> token = new CompletableFuture<>();
    expected.put(id, token);
    return token;
  }

  /** It has the lock. */
  void expectNoMore(String id) {
    expected.remove(id);
  }

  @Override
  public void message(String channel, String message) {
    String[] words = message.split(" ", 4);
    CompletableFuture<Long> token = words.length > 2 ? expected.get(words[1]) : null;
    if (token != null && words[0].equals("granted")) {
      token.complete(Long.parseLong(words[2]));
    }
  }

  /** Waits until the lock is granted. */
  static long await(CompletableFuture<Long> token) {
    try {
      return token.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("not granted", e);
    }
  }
}
