package io.holdfast.spring.section;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.spring.LocksOfKinds;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one section.
 *
 * @param locks where they come from
 * @param kind their kind
 * @param client the name of the bean of the client; empty for the default one
 * @param names their names, at least one
 * @param options how to acquire them
 */
public record Wanted(
    Locks locks, LockKind kind, String client, SortedSet<String> names, AcquireOptions options) {

  /** Locks from there. */
  public static Wanted of(
      LocksOfKinds source,
      LockKind kind,
      Optional<String> client,
      SortedSet<String> names,
      AcquireOptions options) {
    return new Wanted(source.of(kind, client), kind, source.client(kind, client), names, options);
  }

  /** For messages: {@code Lock 'orders'}. */
  String title() {
    return names.size() == 1 ? "Lock '%s'".formatted(names.first()) : "Locks " + names;
  }

  boolean isOne() {
    return names.size() == 1;
  }

  DistributedLock lock(String name) {
    return locks.get(name);
  }

  LockKey key(String name) {
    return LockKey.of(kind, client, name);
  }

  void underLock(CriticalSection<Boolean, RuntimeException> section) throws InterruptedException {
    Boolean unused =
        isOne()
            ? lock(names.first()).withLock(options, section)
            : locks.all(names).withLock(options, section);
  }

  /** What the current thread holds of them, or the loss as an exception. */
  SortedMap<String, Hold> holdsOfThread() {
    SortedMap<String, Hold> holds = new TreeMap<>();
    for (String name : names) {
      DistributedLock lock = lock(name);
      holds.put(
          name,
          lock.currentHold()
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "Lock '%s': lost at once; token %s".formatted(name, lock.token()))));
    }
    return holds;
  }

  /** Whether the current thread holds all of them. A loss that it was not told of stays untold. */
  public boolean areHeldByThread() {
    return names.stream().allMatch(this::isHeldByThread);
  }

  boolean isHeldByThread(String name) {
    return lock(name).currentHold().isPresent();
  }

  /**
   * Acquires handles. The first completion of the future decides: if it does not come from the
   * client, the client releases what arrives later, and {@code then} is not told of a grant.
   *
   * @return what is to be cancelled to withdraw the request
   */
  CompletableFuture<?> acquireAsync(BiConsumer<@Nullable Grant, @Nullable Throwable> then) {
    try {
      if (isOne()) {
        CompletableFuture<Hold> acquiring = lock(names.first()).acquireAsync(options);
        acquiring.whenComplete(
            (hold, thrown) -> then.accept(hold == null ? null : Grant.of(hold), cause(thrown)));
        return acquiring;
      }
      var acquiring = locks.all(names).acquireAsync(options);
      acquiring.whenComplete(
          (all, thrown) -> then.accept(all == null ? null : Grant.of(all), cause(thrown)));
      return acquiring;
    } catch (RuntimeException e) { // refused at once
      then.accept(null, e);
      return CompletableFuture.failedFuture(e);
    }
  }

  static @Nullable Throwable cause(@Nullable Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
