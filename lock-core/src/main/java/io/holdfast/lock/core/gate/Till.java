package io.holdfast.lock.core.gate;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.engine.Demand;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Seat;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Term;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How permits come from the server for good, and go back to it. What is granted to somebody who
 * waited is a promise that runs out; it is taken when the server has heard that we know.
 */
public final class Till {

  private static final Logger LOG = LoggerFactory.getLogger(Till.class);

  /** For how long the server remembers, at least, what it has done. */
  public static final Duration MEMORY = Duration.ofDays(1);

  /** For how long a request is repeated: the server must not have forgotten it. */
  private static final Duration PATIENCE = MEMORY.minusHours(1);

  /** What is taken stays so: there is no lease that would return it instead of us. */
  private static final Term FOR_GOOD = new Term(PATIENCE.toMillis(), true, Term.UNCAPPED);

  private final Engine engine;
  private final LockVerbs verbs;
  private final Administration administration;
  private final DoneWith doneWith = new DoneWith();
  private final Takings takings;

  /** Of the semaphores of one kind in one client. */
  public Till(Engine engine, LockVerbs verbs, Administration administration) {
    this.engine = engine;
    this.verbs = verbs;
    this.administration = administration;
    this.takings = new Takings(engine.times().slice().toNanos());
  }

  /** Asks for so many. Nobody is overtaken by it unless it may. */
  Acquisition acquisition(
      Seat seat, LockKeys keys, Waiter.Wish wish, int permits, boolean mayOvertake) {
    Acquisition next =
        new Acquisition(Demand.ofPermits(engine, verbs, seat, keys, FOR_GOOD, permits));
    String way = mayOvertake ? "b" : "f";
    next.tell(wish.share().size() + " " + way + doneWith.take(keys));
    return next;
  }

  /**
   * The server has answered, or granted it.
   *
   * @return whether the permits are taken; if not, the server is being told that we know, and the
   *     seat hears of a renewal, or a loss
   */
  boolean isTaken(Acquisition acquired) {
    if (acquired.tenure().isLeaseSet()) {
      return true;
    }
    var unused = acquired.extend(acquired.term().leaseMillis());
    return false;
  }

  /** The permits of this acquisition are taken: it has done its work. */
  void settle(Acquisition taken, LockKeys keys) {
    takings.take(keys, taken.tenure().lastToken(), taken.permits(), engine.clock().nanoTime());
    isOver(taken, keys);
  }

  /** The acquisition has done its work, and nothing was taken. */
  void isOver(Acquisition over, LockKeys keys) {
    if (over.isSettled()) {
      doneWith.add(keys, over.number());
    }
    over.forget();
  }

  /** The semaphore of this name was deleted, as this client has just heard. */
  void heardDeleted(LockKeys keys) {
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

  static Verdict deleted(LockKeys keys) {
    return new Verdict.Failed(
        () -> new DeletedException("'%s' was deleted".formatted(keys.name())));
  }

  /** Gives permits, or changes a number otherwise. Completes when the server has done it. */
  CompletableFuture<Administration.Count> change(
      LockKeys keys, String what, long number, long declared) {
    Taking taking = takings.find(keys);
    OptionalLong born = taking == null ? OptionalLong.empty() : OptionalLong.of(taking.born());
    boolean isGiven = what.equals("give") || what.equals("back");
    if (taking != null) {
      if (isGiven) {
        taking.give(number, engine.clock().nanoTime());
      } else {
        taking.changing();
      }
    }
    long request = engine.numbers().incrementAndGet();
    Change change =
        new Change(
            engine.clientId() + ':' + request, what, number, declared, doneWith.take(keys), born);
    return engine
        .releases()
        .change(administration, keys, change, PATIENCE, () -> doneWith.add(keys, request))
        .whenComplete(
            (count, thrown) -> {
              if (thrown == null) {
                answered(keys, change, count);
              }
            });
  }

  private void answered(LockKeys keys, Change change, Administration.Count count) {
    long now = engine.clock().nanoTime();
    Taking taking = takings.find(keys);
    switch (change.what()) {
      case "drain" -> takings.take(keys, count.size(), Math.max(0, count.left()), now);
      case "give", "back" -> {
        if (taking != null && change.born().isPresent()) {
          taking.given(change.born().getAsLong(), count.isThere(), count.left(), now);
        }
        if (!count.isThere() && change.what().equals("give")) {
          LOG.warn(
              "'{}': {} permits are released of a semaphore that was deleted: they are gone",
              keys.name(),
              change.number());
        }
      }
      default -> {
        if (taking != null) {
          taking.changed(count.left());
        }
      }
    }
  }
}
