package io.holdfast.lock.testkit.concurrent;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** The platform threads of this JVM, without the price of their stacks. */
public final class LiveThreads {

  private LiveThreads() {}

  /**
   * Those that are alive and whose names begin with this. By identity, since {@code Thread} does
   * not override {@code equals}. Virtual threads are not seen.
   */
  public static Set<Thread> named(String prefix) {
    return Arrays.stream(all())
        .filter(thread -> thread.getName().startsWith(prefix))
        .collect(Collectors.toSet());
  }

  private static Thread[] all() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] found = new Thread[64];
    int number = root.enumerate(found);
    while (number == found.length) { // there may be more
      found = new Thread[2 * found.length];
      number = root.enumerate(found);
    }
    return Arrays.copyOf(found, number);
  }
}
