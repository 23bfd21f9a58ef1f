package io.holdfast.benchmarks.work;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * What the threads of this JVM have allocated so far, but for the one that looks. Of threads that
 * have ended the JVM tells nothing: those that are to be counted must live until the second look.
 */
final class Allocation {

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final Map<Long, Long> bytesByThread;

  private Allocation(Map<Long, Long> bytesByThread) {
    this.bytesByThread = bytesByThread;
  }

  /** All threads that live now. */
  static Allocation look() {
    long self = Thread.currentThread().getId();
    long[] ids = THREADS.getAllThreadIds();
    long[] bytes = THREADS.getThreadAllocatedBytes(ids);
    Map<Long, Long> bytesByThread = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != self && bytes[i] >= 0) { // negative: it has just ended
        bytesByThread.put(ids[i], bytes[i]);
      }
    }
    return new Allocation(bytesByThread);
  }

  /** What those that live now have allocated since then; of new ones all. */
  long bytesSince(Allocation then) {
    return bytesByThread.entrySet().stream()
        .mapToLong(entry -> entry.getValue() - then.bytesByThread.getOrDefault(entry.getKey(), 0L))
        .sum();
  }
}
