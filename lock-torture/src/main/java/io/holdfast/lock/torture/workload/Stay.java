package io.holdfast.lock.torture.workload;

import io.holdfast.lock.Hold;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Recording;
import io.holdfast.lock.torture.register.Visit;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;

/**
 * One hold: what is known of it, the work under it, its end. A wait for a condition ends it and
 * begins it again. Belongs to one thread.
 */
final class Stay {

  private static final String CONDITION = "c";

  private final Scene scene;
  private final long id;
  private Optional<Hold> hold; // empty if it was lost before it could be looked at
  private boolean isOver;

  /** One of the ways to wait for a condition. */
  @FunctionalInterface
  interface Waiting {
    void run(Condition condition) throws InterruptedException;
  }

  Stay(Scene scene, long id, Optional<Hold> hold) {
    this.scene = scene;
    this.id = id;
    this.hold = hold;
  }

  /** Writes that the acquisition has succeeded, and listens for the loss. */
  void begun(Recording call, OptionalInt holdCount) {
    Facts facts = Facts.ofHold(id);
    if (hold.isPresent() && scene.arrivals().isPresent()) {
      facts = facts.ticket(scene.arrivals().get().applyAsLong(hold.get()));
    }
    begun(call, holdCount, facts);
  }

  private void begun(Recording call, OptionalInt holdCount, Facts known) {
    Facts facts = known.deadlineNanos(deadlineNanos());
    if (hold.isPresent()) {
      facts = facts.token(hold.get().token());
    }
    if (holdCount.isPresent() && holdCount.getAsInt() > 0) {
      facts = facts.holdCount(holdCount.getAsInt());
    }
    call.ok(facts);
    hold.ifPresent(held -> held.onLost(cause -> lost(cause.name())));
    if (hold.isEmpty() || (holdCount.isPresent() && holdCount.getAsInt() == 0)) {
      lost("at once");
    }
  }

  private void lost(String cause) {
    scene.history().lossTold(scene.name(), id, cause);
    scene.progress().lost();
  }

  /** Until when the hold is believed to be valid; the present if it is not any more. */
  private long deadlineNanos() {
    long now = System.nanoTime(); // before the question: rather too early than too late
    return now + hold.map(Hold::remaining).map(Duration::toNanos).orElse(0L);
  }

  /** The work under the lock. Without a token there is none to do. */
  void work(Runnable rest) {
    if (hold.isEmpty()) {
      return;
    }
    if (scene.isShared()) {
      look();
      rest.run();
      look();
      return;
    }
    try (Visit visit = scene.resource().enter(id, hold.get().token(), deadlineNanos())) {
      visit.overlapped().forEach(other -> report(other.toString()));
      visit.count(rest);
      believe(visit);
      visit.fence(rest);
    }
  }

  private void look() {
    if (!scene.resource().look(hold.orElseThrow().token(), deadlineNanos())) {
      report("a write with a higher token");
    }
  }

  private void believe(Visit visit) {
    if (hold.filter(Hold::isValid).isPresent()) {
      visit.believes(deadlineNanos());
    }
  }

  private void report(String other) {
    System.out.println("overlap in " + scene.name() + ": hold " + id + " met " + other);
  }

  /** Enters once more, and leaves again. */
  void reEnter(Runnable rest) {
    if (enterAgain()) {
      rest.run();
      leaveOnce();
    }
  }

  private boolean enterAgain() {
    Recording entering =
        scene.history().invoke(scene.name(), scene.verbs().reEnter(), Facts.ofHold(id));
    try {
      scene.lock().lock();
    } catch (RuntimeException | Error e) {
      Outcomes.end(entering, id, e);
      scene.progress().failed();
      return false;
    }
    Facts facts = Facts.ofHold(id);
    Optional<Hold> again = scene.lock().currentHold();
    if (again.isPresent()) {
      facts = facts.token(again.get().token());
      int count = scene.lock().getHoldCount();
      facts = count > 0 ? facts.holdCount(count) : facts;
    }
    entering.ok(facts);
    return true;
  }

  private void leaveOnce() {
    end(scene.verbs().unlock(), 1, scene.lock()::unlock);
  }

  // --- conditions

  /** Waits for the condition, and works on with the hold that it has then, if it has one. */
  void await(Waiting waiting, Duration longest, Runnable rest) {
    if (await(waiting, longest)) {
      work(rest);
    }
  }

  /** As {@link #await}, entered twice: so it is after the wait. */
  void awaitEnteredTwice(Waiting waiting, Duration longest, Runnable rest) {
    if (enterAgain() && await(waiting, longest)) {
      work(rest);
      leaveOnce();
    }
  }

  /** Whether it ended as it should: with the lock held. */
  private boolean await(Waiting waiting, Duration longest) {
    Recording call = invoke(OperationKind.AWAIT, Facts.ofHold(id).waitNanos(longest.toNanos()));
    scene.progress().awaited();
    try {
      waiting.run(condition());
    } catch (InterruptedException e) {
      if (isUnchanged()) { // interrupted before it gave the lock away
        Outcomes.end(call, id, e);
        return true;
      } // else it has won it back, as after any other end
    } catch (RuntimeException | Error e) {
      Outcomes.end(call, id, e);
      scene.progress().failed();
      isOver = true;
      return false;
    }
    hold = scene.lock().currentHold();
    // Where it stood in the queue after the signal nobody tells.
    begun(call, OptionalInt.of(scene.lock().getHoldCount()), Facts.ofHold(id));
    return true;
  }

  private boolean isUnchanged() {
    OptionalLong before = token(hold);
    return before.isPresent() && before.equals(token(scene.lock().currentHold()));
  }

  private static OptionalLong token(Optional<Hold> of) {
    return of.map(Hold::token).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  /** Signals one waiter for the condition, or all of them. */
  void signal(boolean isForAll) {
    Recording call = invoke(OperationKind.SIGNAL, Facts.ofHold(id));
    try {
      if (isForAll) {
        condition().signalAll();
      } else {
        condition().signal();
      }
      call.ok(Facts.ofHold(id));
    } catch (RuntimeException | Error e) {
      Outcomes.end(call, id, e);
      scene.progress().failed();
    }
  }

  private Condition condition() {
    return scene.lock().newCondition(CONDITION);
  }

  // --- its end

  /** Ends it by unlocking. */
  void unlock() {
    if (isOver) {
      return;
    }
    isOver = true;
    end(scene.verbs().unlock(), 0, scene.lock()::unlock);
  }

  /** Ends it by closing the handle. */
  void close() {
    end(scene.verbs().closeHandle(), 0, hold.orElseThrow()::close);
  }

  private void end(OperationKind kind, int left, Runnable action) {
    Facts facts = Facts.ofHold(id).holdCount(left);
    Recording call = invoke(kind, facts);
    try {
      action.run();
      call.ok(facts);
    } catch (RuntimeException | Error e) {
      Outcomes.end(call, id, e);
      scene.progress().failed();
    }
  }

  /** A call under the hold, with what its owner believes of it now. */
  private Recording invoke(OperationKind kind, Facts facts) {
    boolean isValid = hold.filter(Hold::isValid).isPresent();
    return scene
        .history()
        .invoke(scene.name(), kind, isValid ? facts.deadlineNanos(deadlineNanos()) : facts);
  }
}
