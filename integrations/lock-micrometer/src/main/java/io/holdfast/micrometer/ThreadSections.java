package io.holdfast.micrometer;

import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.micrometer.OpenSections.Open;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sections of the threads that own one lock: from the call that asks for it to the last unlock.
 * A thread that is inside already, and enters once more, begins none. Any thread; what it keeps is
 * in {@link OpenSections}, of each thread by itself.
 */
final class ThreadSections {

  /*
   * Whether a thread is inside is known by its open sections, and by the holds of these. To ask the
   * lock for its count would show a thread the loss of its hold, and a thread that has seen it is
   * not told by lock() any more.
   */

  private final DistributedLock lock;
  private final ObservedLocks observed;

  ThreadSections(DistributedLock lock, ObservedLocks observed) {
    this.lock = lock;
    this.observed = observed;
  }

  /** How a thread asks. */
  interface Attempt<X extends Exception> {

    /** Whether it was acquired. */
    boolean run() throws X;
  }

  /** The current thread asks for the lock; true if it is inside now. */
  <X extends Exception> boolean enter(boolean mayWait, Attempt<X> attempt) throws X {
    Open open = open();
    return open == null ? enterFirst(mayWait, attempt) : enterAgain(open, attempt);
  }

  /** That of the current thread, if it is inside. One that has lost its hold is ended. */
  private @Nullable Open open() {
    Open open = observed.open().of(name());
    if (open != null && !open.isAlive(this::held)) {
      observed.open().remove(name(), open);
      open.section().forgotten();
      return null;
    }
    return open;
  }

  private Optional<Hold> held() {
    try {
      return lock.currentHold();
    } catch (RuntimeException e) { // such as that the client is closed
      return Optional.empty();
    }
  }

  private <X extends Exception> boolean enterFirst(boolean mayWait, Attempt<X> attempt) throws X {
    Section section = observed.begin(name(), mayWait);
    boolean isAcquired;
    try {
      isAcquired = attempt.run();
    } catch (LeaseLostException e) {
      section.notBegun(e);
      throw e;
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
    if (isAcquired) {
      Open unused = isInside(section);
    } else {
      section.refused();
    }
    return isAcquired;
  }

  private <X extends Exception> boolean enterAgain(Open open, Attempt<X> attempt) throws X {
    boolean isAcquired;
    try {
      isAcquired = attempt.run();
    } catch (LeaseLostException e) { // of the hold that it had a moment ago
      observed.open().remove(name(), open);
      open.section().failed(e);
      throw e;
    }
    if (isAcquired) {
      open.enterAgain();
    }
    return isAcquired;
  }

  /** Throws nothing: the lock is held. */
  private Open isInside(Section section) {
    Hold hold = held().orElse(null);
    if (hold != null) {
      section.acquired(hold);
    }
    Open open = new Open(section, hold);
    observed.open().put(name(), open);
    return open;
  }

  /** One that throws unless it was acquired. */
  static <X extends Exception> Attempt<X> whole(CriticalSection.Action<X> action) {
    return () -> {
      action.run();
      return true;
    };
  }

  /** The current thread goes out once; its section ends with the last exit. */
  void unlock() {
    Open open = observed.open().of(name());
    boolean isLast = open != null && open.leave();
    try {
      lock.unlock();
    } catch (RuntimeException | Error e) { // whatever its count was: it is inside no more
      if (open != null) {
        observed.open().remove(name(), open);
        open.section().failed(e);
      }
      throw e;
    }
    if (open != null && isLast) {
      observed.open().remove(name(), open);
      open.section().released();
    }
  }

  /** Locks, runs what it is given, and unlocks. */
  interface Locking<T, X extends Exception> {

    T run(CriticalSection<T, X> work) throws X, InterruptedException;
  }

  /** The whole of a section in one call; the work is run by the lock. */
  <T, X extends Exception> T within(
      boolean mayWait, CriticalSection<T, X> work, Locking<T, X> locking)
      throws X, InterruptedException {
    if (work == null || open() != null) {
      return locking.run(work);
    }
    Section section = observed.begin(name(), mayWait);
    Observed<T, X> inScope = new Observed<>(this, section, work);
    T result;
    try {
      result = locking.run(inScope);
    } catch (Throwable e) {
      inScope.failed(e);
      throw e;
    }
    section.released();
    return result;
  }

  /** The work, with its section as the current observation. */
  private static final class Observed<T, X extends Exception> implements CriticalSection<T, X> {

    private final ThreadSections sections;
    private final Section section;
    private final CriticalSection<T, X> work;
    private @Nullable Throwable thrown; // by the work

    Observed(ThreadSections sections, Section section, CriticalSection<T, X> work) {
      this.sections = sections;
      this.section = section;
      this.work = work;
    }

    @Override
    public T run() throws X {
      Open open = sections.isInside(section);
      Runnable leave = section.enter();
      try {
        return work.run();
      } catch (Throwable e) {
        thrown = e;
        throw e;
      } finally {
        leave.run();
        sections.observed.open().remove(sections.name(), open);
      }
    }

    /** What the work throws is no failure of the lock. */
    void failed(Throwable e) {
      if (e == thrown) {
        section.releasedBehind(e);
      } else {
        section.failed(e);
      }
    }
  }

  private String name() {
    return lock.name();
  }
}
