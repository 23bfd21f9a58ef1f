package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.time.MonotonicClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The blocked threads of one client, put together from those that wait for locks of different
 * kinds, and of the quorums that its server is a node of. Any thread.
 */
public final class BlockedBoard {

  private final MonotonicClock clock;
  private final Map<Object, Seen> seen = new ConcurrentHashMap<>();

  private record Seen(List<BlockedThread> threads, long nanos) {}

  /** There are none. */
  public BlockedBoard(MonotonicClock clock) {
    this.clock = clock;
  }

  /** These are the ones of that source now. */
  public void set(Object source, List<BlockedThread> threads) {
    if (threads.isEmpty()) {
      seen.remove(source);
    } else {
      seen.put(source, new Seen(List.copyOf(threads), clock.nanoTime()));
    }
  }

  /** All of them. */
  public List<BlockedThread> threads() {
    return seen.values().stream().flatMap(one -> one.threads().stream()).toList();
  }

  /** The same, with how long ago they were seen. */
  public List<Witness> witnesses(String clientLabel) {
    long now = clock.nanoTime();
    return seen.values().stream()
        .flatMap(
            one ->
                one.threads().stream()
                    .map(
                        thread ->
                            new Witness(
                                clientLabel,
                                thread,
                                TimeUnit.NANOSECONDS.toMillis(now - one.nanos()))))
        .toList();
  }
}
