package io.holdfast.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Takes one lock after the other, in the order of the names: Havender's ordered resources (IBM
 * Systems Journal 7(2), 1968, page 78), which rules out deadlock.
 */
final class SortedMultiLock implements MultiLock {

  private final SortedSet<String> names;
  private final List<DistributedLock> locks;

  private SortedMultiLock(SortedSet<String> names, List<DistributedLock> locks) {
    this.names = names;
    this.locks = locks;
  }

  static MultiLock of(Locks locks, Collection<String> names) {
    SortedSet<String> sorted = new TreeSet<>();
    for (String name : names) {
      if (name == null) {
        throw new IllegalArgumentException("names %s: none may be null".formatted(names));
      }
      sorted.add(name);
    }
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("names %s: must be at least one".formatted(names));
    }
    return new SortedMultiLock(
        Collections.unmodifiableSortedSet(sorted), sorted.stream().map(locks::get).toList());
  }

  @Override
  public SortedSet<String> names() {
    return names;
  }

  // ---- the thread's view

  /** Takes one of them; returns whether it is held now. */
  @FunctionalInterface
  private interface Taking<X extends Exception> {
    boolean take(DistributedLock lock) throws X;
  }

  @Override
  public void lock() {
    boolean unused =
        takeAll(
            lock -> {
              lock.lock();
              return true;
            });
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    boolean unused =
        takeAll(
            lock -> {
              lock.lockInterruptibly();
              return true;
            });
  }

  @Override
  public boolean tryLock() {
    return takeAll(DistributedLock::tryLock);
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    WaitBudget budget = WaitBudget.of(Optional.of(Duration.ofNanos(unit.toNanos(time))));
    return takeAll(lock -> lock.tryLock(budget.leftNanos(), TimeUnit.NANOSECONDS));
  }

  private <X extends Exception> boolean takeAll(Taking<X> taking) throws X {
    List<DistributedLock> taken = new ArrayList<>(locks.size());
    try {
      for (DistributedLock lock : locks) {
        if (!taking.take(lock)) {
          break;
        }
        taken.add(lock);
      }
    } catch (Throwable e) {
      after(e, () -> Reversed.forEach(taken, DistributedLock::unlock));
      throw e;
    }
    boolean areAllTaken = taken.size() == locks.size();
    if (areAllTaken && isHeldByCurrentThread()) { // and none was lost while this waited for others
      return true;
    }
    Reversed.forEach(taken, DistributedLock::unlock); // throws a loss
    if (areAllTaken) {
      throw new IllegalStateException(
          "at least one lock of " + names + " was lost; it is unknown which");
    }
    return false;
  }

  /** The caller is told why it could not acquire all; losses are suppressed in that. */
  private static void after(Throwable thrown, Runnable release) {
    try {
      release.run();
    } catch (RuntimeException | Error e) {
      Reversed.joined(thrown, e);
    }
  }

  @Override
  public void unlock() {
    Reversed.forEach(locks, DistributedLock::unlock);
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return locks.stream().allMatch(DistributedLock::isHeldByCurrentThread);
  }

  @Override
  public <T, X extends Exception> T withLock(AcquireOptions options, CriticalSection<T, X> section)
      throws X, InterruptedException {
    Objects.requireNonNull(section, "section"); // before anything is acquired
    return withLock(0, options, WaitBudget.of(options.maxWait()), section);
  }

  /** One inside the other. */
  private <T, X extends Exception> T withLock(
      int index, AcquireOptions options, WaitBudget budget, CriticalSection<T, X> section)
      throws X, InterruptedException {
    if (index == locks.size()) {
      for (DistributedLock lock : locks) {
        lock.token(); // throws if it was lost while this waited for another
      }
      return section.run();
    }
    CriticalSection<T, Exception> rest = () -> withLock(index + 1, options, budget, section);
    try {
      return locks.get(index).withLock(budget.left(options), rest);
    } catch (RuntimeException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      @SuppressWarnings("unchecked") // the section throws nothing else that is checked
      X thrown = (X) e;
      throw thrown;
    }
  }

  // ---- handles

  @Override
  public MultiHold acquire(AcquireOptions options) throws InterruptedException {
    WaitBudget budget = WaitBudget.of(options.maxWait());
    return acquireAll(lock -> Optional.of(lock.acquire(budget.left(options)))).orElseThrow();
  }

  @Override
  public Optional<MultiHold> tryAcquire(AcquireOptions options) throws InterruptedException {
    WaitBudget budget = WaitBudget.of(options.maxWait());
    return acquireAll(lock -> lock.tryAcquire(budget.left(options)));
  }

  @FunctionalInterface
  private interface Acquiring {
    Optional<Hold> acquire(DistributedLock lock) throws InterruptedException;
  }

  private Optional<MultiHold> acquireAll(Acquiring acquiring) throws InterruptedException {
    List<Hold> holds = new ArrayList<>(locks.size());
    try {
      for (DistributedLock lock : locks) {
        Optional<Hold> hold = acquiring.acquire(lock);
        if (hold.isEmpty()) {
          break;
        }
        holds.add(hold.get());
      }
    } catch (Throwable e) {
      after(e, () -> Reversed.forEach(holds, Hold::close));
      throw e;
    }
    MultiHold all = new HoldOfAll(holds);
    boolean areAllHeld = holds.size() == locks.size();
    if (areAllHeld && all.isValid()) {
      return Optional.of(all);
    }
    all.close(); // throws a loss
    if (areAllHeld) {
      throw new IllegalStateException(
          "at least one lock of " + names + " was lost; it is unknown which");
    }
    return Optional.empty();
  }

  @Override
  public CompletableFuture<MultiHold> acquireAsync(AcquireOptions options) {
    WaitBudget budget = WaitBudget.of(options.maxWait());
    CompletableFuture<MultiHold> result = new CompletableFuture<>();
    acquireAsync(0, new ArrayList<>(locks.size()), options, budget, result);
    return result;
  }

  /** Those before it are held; no two threads are here at the same time. */
  private void acquireAsync(
      int index,
      List<Hold> holds,
      AcquireOptions options,
      WaitBudget budget,
      CompletableFuture<MultiHold> result) {
    if (index == locks.size()) {
      MultiHold all = new HoldOfAll(holds);
      if (all.isValid() && result.complete(all)) {
        return;
      }
      all.releaseAsync()
          .whenComplete(
              (released, lost) ->
                  result.completeExceptionally(
                      lost == null
                          ? new IllegalStateException("a lock was lost or ended early")
                          : lost));
      return;
    }
    CompletableFuture<Hold> next;
    try {
      next = locks.get(index).acquireAsync(budget.left(options));
    } catch (RuntimeException | Error e) { // refused at once
      next = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<Hold> acquiring = next;
    acquiring.whenComplete(
        (hold, thrown) -> {
          if (thrown == null) {
            holds.add(hold);
            acquireAsync(index + 1, holds, options, budget, result);
          } else {
            new HoldOfAll(holds)
                .releaseAsync()
                .whenComplete(
                    (released, lost) ->
                        result.completeExceptionally(
                            lost == null ? thrown : Reversed.joined(thrown, lost)));
          }
        });
    result.whenComplete((all, thrown) -> withdraw(acquiring, thrown)); // it may still wait
  }

  private static void withdraw(CompletableFuture<Hold> acquiring, @Nullable Throwable thrown) {
    if (thrown instanceof TimeoutException) { // which is told as one
      acquiring.completeExceptionally(thrown);
    } else {
      acquiring.cancel(false);
    }
  }

  @Override
  public String toString() {
    return "MultiLock" + names;
  }
}
