package io.holdfast.lock.core.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What most of several say. */
public final class Majority {

  private final int of;
  private final int needed;
  private final CompletableFuture<Boolean> result = new CompletableFuture<>();

  private final Monitor monitor = new Monitor(); // the last one to enter: inside it nobody is told

  // Guarded by the monitor.
  private int yes;
  private int no;
  private int failed;
  private @Nullable Throwable failure;

  private Majority(int of, int needed) {
    this.of = of;
    this.needed = needed;
  }

  /**
   * Completes with true as soon as a majority has said so, with false as soon as that cannot happen
   * any more, and with an exception if too many have failed for it ever to be known.
   */
  public static CompletableFuture<Boolean> of(List<CompletableFuture<Boolean>> all, int needed) {
    Majority majority = new Majority(all.size(), needed);
    all.forEach(one -> one.whenComplete(majority::said));
    return majority.result;
  }

  private void said(@Nullable Boolean answer, @Nullable Throwable thrown) {
    monitor.run(
        () -> {
          count(answer, thrown);
          Throwable known = failure;
          boolean isLast = yes + no + failed == of;
          if (yes >= needed) {
            monitor.afterwards(() -> result.complete(true));
          } else if (no > of - needed || (isLast && known == null)) {
            monitor.afterwards(() -> result.complete(false));
          } else if (isLast && known != null) {
            monitor.afterwards(() -> result.completeExceptionally(known));
          }
        });
  }

  private void count(@Nullable Boolean answer, @Nullable Throwable thrown) {
    if (thrown != null) {
      failed++;
      failure = thrown;
    } else if (Boolean.TRUE.equals(answer)) {
      yes++;
    } else {
      no++;
    }
  }
}
