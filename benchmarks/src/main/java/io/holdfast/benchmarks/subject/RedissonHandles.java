package io.holdfast.benchmarks.subject;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.redisson.api.RedissonClient;

/** Redisson's {@code RLock.lockAsync}, each for a thread that does not exist. */
record RedissonHandles(RedissonClient client, AtomicLong threads) implements HandleSubject {

  /** Far above the ids of threads that exist. */
  private static final long FIRST_THREAD = 1_000_000_000;

  static HandleSubject open(String uri, Duration lease) {
    RedissonClient client = RedissonSubject.connect(uri, lease, server -> {});
    return new RedissonHandles(client, new AtomicLong(FIRST_THREAD));
  }

  @Override
  public CompletableFuture<Void> acquire(String name) {
    return client.getLock(name).lockAsync(threads.incrementAndGet()).toCompletableFuture();
  }

  /** It does not tell. */
  @Override
  public boolean isLost(Object held) {
    return false;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
