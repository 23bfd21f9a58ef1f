package io.holdfast.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Handles of several names, in the order in which they were acquired. */
final class HoldOfAll implements MultiHold {

  private final List<Hold> holds;

  HoldOfAll(List<Hold> holds) {
    this.holds = List.copyOf(holds);
  }

  @Override
  public SortedMap<String, Hold> holds() {
    SortedMap<String, Hold> byName = new TreeMap<>();
    holds.forEach(hold -> byName.put(hold.lockName(), hold));
    return Collections.unmodifiableSortedMap(byName);
  }

  @Override
  public SortedMap<String, Long> tokens() {
    SortedMap<String, Long> byName = new TreeMap<>();
    holds.forEach(hold -> byName.put(hold.lockName(), hold.token()));
    return Collections.unmodifiableSortedMap(byName);
  }

  @Override
  public boolean isValid() {
    return holds.stream().allMatch(Hold::isValid);
  }

  @Override
  public Duration remaining() {
    return holds.stream().map(Hold::remaining).min(Duration::compareTo).orElse(Duration.ZERO);
  }

  @Override
  public void extend(Duration atLeast) {
    holds.forEach(hold -> hold.extend(atLeast));
  }

  @Override
  public void releaseAfter(Duration time) {
    Reversed.forEach(holds, hold -> hold.releaseAfter(time));
  }

  @Override
  public void onLost(Consumer<LossCause> callback) {
    Objects.requireNonNull(callback, "callback");
    AtomicBoolean isTold = new AtomicBoolean();
    for (Hold hold : holds) {
      hold.onLost(
          cause -> {
            if (isTold.compareAndSet(false, true)) {
              callback.accept(cause);
            }
          });
    }
  }

  @Override
  public void close() {
    Reversed.forEach(holds, Hold::close);
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    List<CompletableFuture<Void>> releases = new ArrayList<>(holds.size());
    Reversed.forEach(holds, hold -> releases.add(hold.releaseAsync()));
    CompletableFuture<Void> result = new CompletableFuture<>();
    CompletableFuture.allOf(releases.toArray(CompletableFuture<?>[]::new))
        .whenComplete(
            (released, thrown) -> {
              if (thrown == null) {
                result.complete(null);
              } else {
                result.completeExceptionally(joined(releases));
              }
            });
    return result;
  }

  private static Throwable joined(List<CompletableFuture<Void>> releases) {
    Throwable first = null;
    for (CompletableFuture<Void> release : releases) {
      try {
        release.join();
      } catch (CompletionException e) {
        first = Reversed.joined(first, e.getCause() == null ? e : e.getCause());
      }
    }
    return Objects.requireNonNull(first);
  }

  @Override
  public String toString() {
    return "MultiHold" + holds;
  }
}
