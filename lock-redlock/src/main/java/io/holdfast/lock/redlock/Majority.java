package io.holdfast.lock.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What most of several say. */
final class Majority {

  private final int of;
  private final int needed;
  private final CompletableFuture<Boolean> result = new CompletableFuture<>();

  // Guarded by this.
  private int yes;
  private int no;
  private @Nullable Throwable failure;
  private int failed;

  private Majority(int of, int needed) {
    this.of = of;
    this.needed = needed;
  }

  /**
   * Completes with true as soon as so many have said so, with false as soon as that can not be any
   * more, and with an exception if so many have failed that it will never be known.
   */
  static CompletableFuture<Boolean> of(List<CompletableFuture<Boolean>> all, int needed) {
    Majority majority = new Majority(all.size(), needed);
    all.forEach(one -> one.whenComplete(majority::said));
    return majority.result;
  }

  private void said(@Nullable Boolean answer, @Nullable Throwable thrown) {
    if (count(answer, thrown)) {
      tell();
    }
  }

  private synchronized boolean count(@Nullable Boolean answer, @Nullable Throwable thrown) {
    if (thrown != null) {
      failed++;
      failure = thrown;
    } else if (Boolean.TRUE.equals(answer)) {
      yes++;
    } else {
      no++;
    }
    return yes >= needed || no > of - needed || yes + no + failed == of;
  }

  private synchronized void tell() {
    if (yes >= needed) {
      result.complete(true);
    } else if (no > of - needed || failure == null) {
      result.complete(false);
    } else {
      result.completeExceptionally(failure);
    }
  }
}
