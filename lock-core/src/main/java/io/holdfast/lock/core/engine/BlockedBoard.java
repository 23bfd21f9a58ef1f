package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The blocked threads of one client, put together from those that wait for locks of different
 * kinds, and of the quorums that its server is a node of; by the client's clock. Any thread.
 */
public final class BlockedBoard {

  /** What was seen of a thread counts for so long, here and at the server. */
  public static final Duration LASTING = Duration.ofSeconds(15);

  private final MonotonicClock clock;
  private final Map<Object, List<BlockedThread>> bySource = new ConcurrentHashMap<>();

  /** There are none. */
  public BlockedBoard(MonotonicClock clock) {
    this.clock = clock;
  }

  /** What time it is. */
  public long nowMillis() {
    return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
  }

  /** These are the ones of that source now. Forgets those of others that have become old. */
  public void set(Object source, List<BlockedThread> threads) {
    long oldest = oldestMillis();
    bySource.values().removeIf(all -> all.stream().noneMatch(one -> isOf(one, oldest)));
    if (threads.isEmpty()) {
      bySource.remove(source);
    } else {
      bySource.put(source, List.copyOf(threads));
    }
  }

  /** All that were seen lately. */
  public List<BlockedThread> threads() {
    long oldest = oldestMillis();
    return bySource.values().stream()
        .flatMap(List::stream)
        .filter(thread -> isOf(thread, oldest))
        .toList();
  }

  /** For how many sources it has some, old ones included. */
  int sources() {
    return bySource.size();
  }

  private long oldestMillis() {
    return nowMillis() - LASTING.toMillis();
  }

  private static boolean isOf(BlockedThread thread, long oldestMillis) {
    return thread.seenMillis() - oldestMillis >= 0;
  }
}
