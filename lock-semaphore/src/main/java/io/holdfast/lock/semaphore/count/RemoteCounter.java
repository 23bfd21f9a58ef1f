package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.AcquireSpec;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AcquisitionListener;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Administration.Changed;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.gate.RecentNames;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.verbs.CountingWords;
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
    next.tell(CountingWords.question(request.share().size(), mayOvertake, acknowledged.take(keys)));
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
    CountingWords.incarnationOfTaken(taken)
        .ifPresent(
            born -> {
              changes.incarnations().tellBorn(keys, born);
              takings.take(keys, born, taken.permits(), engine.now());
            });
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
   *
   * @param declared what the number is if nobody has said so before
   */
  CompletableFuture<Changed> change(LockKeys keys, Change change, long declared) {
    Taking taking = takings.find(keys);
    if (change instanceof Change.GiveBack back) {
      return taking == null
          ? changes.send(keys, back, declared, OptionalLong.empty(), new AtomicBoolean())
          : give(keys, taking, back, back.permits(), declared);
    }
    if (taking == null) {
      return changes
          .change(keys, change, declared)
          .whenComplete((changed, thrown) -> took(keys, changed));
    }
    if (change instanceof Change.Give give) {
      return give(keys, taking, give, give.permits(), declared);
    }
    taking.changing();
    return changes
        .change(keys, change, declared)
        .whenComplete(
            (changed, thrown) -> {
              if (change instanceof Change.Drain) {
                took(keys, changed);
              } else if (changed != null) {
                taking.changed(changed.left());
              }
            });
  }

  /** To that of which they were taken, or they are gone. */
  private CompletableFuture<Changed> give(
      LockKeys keys, Taking taking, Change change, long permits, long declared) {
    taking.give(permits, engine.now());
    long born = taking.born();
    return changes
        .send(keys, change, declared, OptionalLong.of(born), new AtomicBoolean())
        .whenComplete(
            (changed, thrown) -> {
              if (changed != null) {
                given(keys, born, changed);
                if (change instanceof Change.Give && !changed.isThere()) {
                  Changes.tellGone(keys, permits);
                }
              }
            });
  }

  private void given(LockKeys keys, long born, Changed changed) {
    Taking taking = takings.find(keys);
    if (taking != null) {
      taking.given(born, changed.isThere(), changed.left(), engine.now());
    }
  }

  /** What a drain has taken, if it was one. */
  private void took(LockKeys keys, @Nullable Changed changed) {
    if (changed != null) {
      changed
          .drained()
          .ifPresent(
              drained ->
                  takings.take(
                      keys, drained.incarnation(), Math.max(0, drained.permits()), engine.now()));
    }
  }
}
