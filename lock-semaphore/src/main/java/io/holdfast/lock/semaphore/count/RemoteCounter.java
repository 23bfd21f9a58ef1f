package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.AcquireSpec;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AcquisitionListener;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.gate.RecentNames;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How permits come from the server for good, and go back to it. A grant to a waiter is a promise
 * that runs out; the permits are taken when the server has heard that this client knows of it.
 */
final class RemoteCounter {

  private static final Logger LOG = LoggerFactory.getLogger(RemoteCounter.class);

  /** Of a name the log is told no more often that it is gone. */
  private static final Duration OFTEN = Duration.ofSeconds(1);

  /** For how long the server remembers, at least, what it has done. */
  static final Duration MEMORY = Duration.ofDays(1);

  /** For how long a request is repeated: the server must not have forgotten it. */
  private static final Duration PATIENCE = MEMORY.minusHours(1);

  private static final Duration LONGEST_HAND_IN = Duration.ofSeconds(1);

  /** What is taken stays so: there is no lease that would return it instead of us. */
  private static final LeaseTerms FOR_GOOD =
      new LeaseTerms(PATIENCE.toMillis(), true, LeaseTerms.UNCAPPED);

  private final Engine engine;
  private final LockVerbs verbs;
  private final Changes changes;
  private final AcknowledgedRequests acknowledged = new AcknowledgedRequests();
  private final Takings takings;
  private final RecentNames gone = new RecentNames(); // what the log was told of

  /** Of the semaphores of one kind in one client. */
  RemoteCounter(Engine engine, LockVerbs verbs, Administration administration) {
    this.engine = engine;
    this.verbs = verbs;
    this.changes = new Changes(engine, administration, PATIENCE, acknowledged);
    this.takings = new Takings(engine.times().slice().toNanos());
  }

  /** Asks for that number, and again by itself. Nobody is overtaken by it unless it may. */
  Acquisition acquisition(
      AcquisitionListener listener,
      LockKeys keys,
      Waiter.WaitRequest request,
      int permits,
      boolean mayOvertake) {
    return acquisition(listener, keys, request, null, permits, mayOvertake);
  }

  /** The same of one of several of its client, for which the roll call asks again. */
  Acquisition acquisition(
      AcquisitionListener listener,
      LockKeys keys,
      Waiter.WaitRequest request,
      @Nullable RollCall rollCall,
      int permits,
      boolean mayOvertake) {
    Acquisition next =
        new Acquisition(
            AcquireSpec.ofPermits(engine, verbs, listener, keys, FOR_GOOD, rollCall, permits));
    String way = mayOvertake ? "b" : "f";
    next.tell(request.share().size() + " " + way + acknowledged.take(keys));
    return next;
  }

  /**
   * The server has answered, or granted it.
   *
   * @return whether the permits are taken; if not, the server is being told that we know, and the
   *     listener hears of a renewal, or a loss
   */
  boolean isTaken(Acquisition acquired) {
    if (acquired.grantedLease().isLeaseSet()) {
      return true;
    }
    var unused = acquired.extend(acquired.terms().leaseMillis());
    return false;
  }

  /** The permits of this acquisition are taken: it has done its work. */
  void settle(Acquisition taken, LockKeys keys) {
    long born = taken.grantedLease().lastToken();
    if (born > 0) {
      changes.incarnations().tellBorn(keys, born);
    }
    takings.take(keys, born, taken.permits(), engine.now());
    isOver(taken, keys);
  }

  /** The acquisition has done its work, and nothing was taken. */
  void isOver(Acquisition over, LockKeys keys) {
    if (over.isSettled()) {
      acknowledged.add(keys, over.number());
    }
    over.forget();
  }

  /**
   * The client ends: the server is told what was done with, and need not remember it. Waits for the
   * answer, but not for long: what the server is not told it forgets by age.
   */
  void close() {
    changes.handIn(LONGEST_HAND_IN);
  }

  /** Those who wait here are told that what they wait for is gone; the log is told, too. */
  void heardGone(LockKeys keys) {
    changes.incarnations().forget(keys);
    delete(keys);
    long now = engine.now();
    if (!gone.isRecent(keys, now, OFTEN.toNanos())) {
      gone.happens(keys, now);
      LOG.warn("{} was deleted, or lost by its server: its waiters fail", keys.title());
    }
  }

  /** What had this name was deleted by this client: its next changes are for what comes then. */
  void deleted(LockKeys keys, long number) {
    changes.incarnations().tellDeleted(keys, number);
    delete(keys);
  }

  private void delete(LockKeys keys) {
    Taking taking = takings.find(keys);
    if (taking != null) {
      taking.delete();
    }
  }

  /** What was taken of this name, and not given back; null if nothing was. */
  @Nullable Taking taking(LockKeys keys) {
    return takings.find(keys);
  }

  /**
   * Whether an acquisition that waits, or was granted, is lost because there is nothing any more.
   */
  static boolean isDeleted(Acquisition gone, LossCause cause) {
    return cause == LossCause.FORCED || (cause == LossCause.GONE && !gone.isHeld());
  }

  static WaitResult deleted(LockKeys keys) {
    return new WaitResult.Failed(
        () ->
            new DeletedException("%s was deleted, or lost by its server".formatted(keys.title())));
  }

  /**
   * Gives permits, or changes a number otherwise. Completes when the server has done it; fails with
   * a {@link DeletedException} if what it was meant for was deleted before it arrived.
   */
  CompletableFuture<Administration.Count> change(
      LockKeys keys, String what, long number, long declared) {
    Taking taking = takings.find(keys);
    boolean isGiven = what.equals("give") || what.equals("back");
    if (taking == null) {
      CompletableFuture<Administration.Count> answer =
          what.equals("back")
              ? changes.send(
                  keys, what, number, declared, OptionalLong.empty(), new AtomicBoolean())
              : changes.change(keys, what, number, declared);
      return what.equals("drain")
          ? answer.whenComplete((count, thrown) -> drained(keys, count))
          : answer;
    }
    if (isGiven) { // to that of which they were taken, or they are gone
      taking.give(number, engine.now());
      long born = taking.born();
      return changes
          .send(keys, what, number, declared, OptionalLong.of(born), new AtomicBoolean())
          .whenComplete((count, thrown) -> given(keys, born, what, number, count));
    }
    taking.changing();
    return changes
        .change(keys, what, number, declared)
        .whenComplete(
            (count, thrown) -> {
              if (what.equals("drain")) {
                drained(keys, count);
              } else if (count != null) {
                taking.changed(count.left());
              }
            });
  }

  private void given(
      LockKeys keys, long born, String what, long permits, Administration.@Nullable Count count) {
    if (count != null) {
      Taking taking = takings.find(keys);
      if (taking != null) {
        taking.given(born, count.isThere(), count.left(), engine.now());
      }
      if (!count.isThere() && what.equals("give")) {
        Changes.tellGone(keys, permits);
      }
    }
  }

  private void drained(LockKeys keys, Administration.@Nullable Count count) {
    if (count != null) {
      long took = Math.max(0, count.left());
      takings.take(keys, count.size(), took, engine.now());
    }
  }
}
