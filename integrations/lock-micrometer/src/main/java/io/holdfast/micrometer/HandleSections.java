package io.holdfast.micrometer;

import io.holdfast.lock.Hold;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The sections of handles of one lock: from the call that asks for one to the end of its hold,
 * whichever thread ends it. Has no state. Any thread.
 */
final class HandleSections {

  private final String lockName;
  private final ObservedLocks observed;

  HandleSections(String lockName, ObservedLocks observed) {
    this.lockName = lockName;
    this.observed = observed;
  }

  /** How a handle is acquired. */
  interface Acquiring<T, X extends Exception> {

    T run() throws X;
  }

  /** A handle, or an exception. */
  <X extends Exception> Hold acquired(boolean mayWait, Acquiring<Hold, X> acquiring) throws X {
    Section section = observed.begin(lockName, mayWait);
    try {
      return new ObservedHold(acquiring.run(), section);
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
  }

  /** A handle if there is one. */
  <X extends Exception> Optional<Hold> tried(
      boolean mayWait, Acquiring<Optional<Hold>, X> acquiring) throws X {
    Section section = observed.begin(lockName, mayWait);
    try {
      return found(section, acquiring.run());
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
  }

  private static Optional<Hold> found(Section section, Optional<Hold> hold) {
    if (hold.isEmpty()) {
      section.refused();
    }
    return hold.map(acquired -> new ObservedHold(acquired, section));
  }

  /** A handle that is to come. */
  CompletableFuture<Hold> async(boolean mayWait, Supplier<CompletableFuture<Hold>> ask) {
    Section section = observed.begin(lockName, mayWait);
    CompletableFuture<Hold> asked;
    try {
      asked = ask.get();
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
    return FutureHold.of(asked, section);
  }

  /** Acquires, runs what it is given, and releases. */
  interface LockingAsync<T> {

    CompletableFuture<T> run(Function<Hold, CompletionStage<T>> work);
  }

  /** Work that is done with a handle. */
  <T> CompletableFuture<T> worked(
      boolean mayWait,
      Function<? super Hold, ? extends CompletionStage<T>> work,
      LockingAsync<T> locking) {
    Objects.requireNonNull(work, "work");
    Section section = observed.begin(lockName, mayWait);
    ObservedWork<T> observedWork = new ObservedWork<>(section, work);
    try {
      return observedWork.until(locking.run(observedWork));
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
  }
}
