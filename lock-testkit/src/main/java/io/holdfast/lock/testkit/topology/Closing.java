package io.holdfast.lock.testkit.topology;

import java.util.ArrayList;
import java.util.List;

/** Closes several things, whatever one of them throws: last opened, first closed. */
final class Closing {

  private Closing() {}

  static void closeAll(List<? extends AutoCloseable> all) {
    RuntimeException failed = new IllegalStateException("not everything could be closed");
    closeAll(all, failed);
    if (failed.getSuppressed().length > 0) {
      throw failed;
    }
  }

  static void closeAll(List<? extends AutoCloseable> all, Throwable reason) {
    List<AutoCloseable> left = new ArrayList<>(all);
    while (!left.isEmpty()) {
      try {
        left.remove(left.size() - 1).close();
      } catch (Exception | AssertionError e) {
        reason.addSuppressed(e);
      }
    }
  }
}
