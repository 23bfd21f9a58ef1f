package io.holdfast.lock.testkit.local;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of one space share, in the place of a server: the queues of all names in use.
 * Its monitor guards all of it, and what the clients know of their own holds and claims.
 */
final class LocalSpace {

  private final LocalClock clock;
  private final LocalTimer timer = new LocalTimer(this);
  private final Map<String, LocalQueue> queues = new HashMap<>(); // guarded by this
  private long lastNumber; // guarded by this

  LocalSpace(LocalClock clock) {
    this.clock = clock;
  }

  LocalClock clock() {
    return clock;
  }

  /** The next number of this space: for tokens and arrivals of all names, so both rise. */
  long nextNumber() {
    return ++lastNumber;
  }

  /** Works with the queue of this name as it is now: what is due has been done. */
  synchronized <T extends @Nullable Object> T in(String name, Function<LocalQueue, T> work) {
    LocalQueue queue = queues.computeIfAbsent(name, unused -> new LocalQueue(this, name));
    try {
      queue.settle();
      return work.apply(queue);
    } finally {
      if (queue.isIdle()) {
        queues.remove(name);
      }
      queue.due().ifPresent(timer::plan);
    }
  }

  /** Works with all queues. */
  synchronized void inAll(Consumer<LocalQueue> work) {
    for (String name : List.copyOf(queues.keySet())) {
      in(
          name,
          queue -> {
            work.accept(queue);
            return true;
          });
    }
    timer.look();
  }

  /** Does what is due. When the next is due, if anything will be. */
  synchronized OptionalLong settleAll() {
    OptionalLong earliest = OptionalLong.empty();
    for (Iterator<LocalQueue> all = queues.values().iterator(); all.hasNext(); ) {
      LocalQueue queue = all.next();
      queue.settle();
      if (queue.isIdle()) {
        all.remove();
      }
      earliest = LocalQueue.earlier(earliest, queue.due());
    }
    return earliest;
  }

  /** How many names it knows anything of. */
  synchronized int namesInUse() {
    return queues.size();
  }
}
