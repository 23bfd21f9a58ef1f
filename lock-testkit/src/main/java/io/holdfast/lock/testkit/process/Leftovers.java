package io.holdfast.lock.testkit.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Resources that are still open when this JVM ends in an orderly way: one shutdown hook closes
 * them, in no particular order. Against {@code SIGKILL} there is {@link Guard}.
 */
public final class Leftovers {

  private static final Set<AutoCloseable> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::closeAll, "testkit-leftovers"));
  }

  private Leftovers() {}

  /**
   * Closes this resource at the end of the JVM. Its {@code close} must be idempotent and bounded.
   */
  public static void add(AutoCloseable resource) {
    OPEN.add(resource);
  }

  /** Takes back an {@link #add}: the resource has been closed. */
  public static void remove(AutoCloseable resource) {
    OPEN.remove(resource);
  }

  private static void closeAll() {
    for (AutoCloseable resource : OPEN) {
      try {
        resource.close();
      } catch (Exception e) {
        System.err.println("testkit: not closed at the end of the JVM: " + resource + ": " + e);
      }
    }
  }
}
