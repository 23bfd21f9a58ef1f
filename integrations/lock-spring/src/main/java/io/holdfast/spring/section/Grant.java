package io.holdfast.spring.section;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.MultiHold;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Handles that are held: one, or those of several names. */
interface Grant {

  SortedMap<String, Hold> holds();

  void onLost(Consumer<LossCause> callback);

  CompletableFuture<Void> releaseAsync();

  static Grant of(Hold hold) {
    return new Grant() {
      @Override
      public SortedMap<String, Hold> holds() {
        return Collections.unmodifiableSortedMap(
            new TreeMap<>(java.util.Map.of(hold.lockName(), hold)));
      }

      @Override
      public void onLost(Consumer<LossCause> callback) {
        hold.onLost(callback);
      }

      @Override
      public CompletableFuture<Void> releaseAsync() {
        return hold.releaseAsync();
      }
    };
  }

  static Grant of(MultiHold all) {
    return new Grant() {
      @Override
      public SortedMap<String, Hold> holds() {
        return all.holds();
      }

      @Override
      public void onLost(Consumer<LossCause> callback) {
        all.onLost(callback);
      }

      @Override
      public CompletableFuture<Void> releaseAsync() {
        return all.releaseAsync();
      }
    };
  }
}
