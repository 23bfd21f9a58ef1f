package io.holdfast.lock.core.gate;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Waiters in the order of arrival; any of them leaves in O(1). Guarded by the gate's monitor. */
final class WaitQueue {

  private @Nullable Waiter head;
  private @Nullable Waiter tail;
  private int size;
  private int impatient;

  @Nullable Waiter head() {
    return head;
  }

  boolean isEmpty() {
    return head == null;
  }

  int size() {
    return size;
  }

  /** Whether anybody would also wait for a later answer. */
  boolean hasPatient() {
    return size > impatient;
  }

  boolean hasImpatient() {
    return impatient > 0;
  }

  void addLast(Waiter waiter) {
    waiter.previous = tail;
    if (tail == null) {
      head = waiter;
    } else {
      tail.next = waiter;
    }
    tail = waiter;
    count(waiter, 1);
  }

  void addFirst(Waiter waiter) {
    waiter.next = head;
    if (head == null) {
      tail = waiter;
    } else {
      head.previous = waiter;
    }
    head = waiter;
    count(waiter, 1);
  }

  /** Takes it out; false if it is not in. */
  boolean remove(Waiter waiter) {
    if (waiter.queue != this) {
      return false;
    }
    Waiter before = waiter.previous;
    Waiter after = waiter.next;
    if (before == null) {
      head = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      tail = before;
    } else {
      after.previous = before;
    }
    waiter.previous = null;
    waiter.next = null;
    count(waiter, -1);
    return true;
  }

  /** It stays in, but the next answer decides. False if it is not in. */
  boolean makeImpatient(Waiter waiter) {
    if (waiter.queue != this) {
      return false;
    }
    if (!waiter.isImpatient()) {
      waiter.becomeImpatient();
      impatient++;
    }
    return true;
  }

  /** Shows each waiter that is in now; they may leave meanwhile. */
  void forEach(Consumer<Waiter> action) {
    Waiter waiter = head;
    while (waiter != null) {
      Waiter after = waiter.next;
      action.accept(waiter);
      waiter = after;
    }
  }

  /**
   * Takes out each waiter that is to hear something now.
   *
   * @param verdict what a waiter is to hear; empty if it waits on
   * @param decided is handed each that was taken out, with what it is to hear
   */
  void takeEach(
      Function<Waiter, Optional<WaitResult>> verdict, BiConsumer<Waiter, WaitResult> decided) {
    forEach(
        waiter ->
            verdict
                .apply(waiter)
                .ifPresent(
                    result -> {
                      remove(waiter);
                      decided.accept(waiter, result);
                    }));
  }

  private void count(Waiter waiter, int one) {
    waiter.queue = one > 0 ? this : null;
    size += one;
    if (waiter.isImpatient()) {
      impatient += one;
    }
  }
}
