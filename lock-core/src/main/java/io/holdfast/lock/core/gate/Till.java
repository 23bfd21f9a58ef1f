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
import java.util.concurrent.CompletableFuture;
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
  private final Births births = new Births();

  /** Of the semaphores of one kind in one client. */
  public Till(Engine engine, LockVerbs verbs, Administration administration) {
    this.engine = engine;
    this.verbs = verbs;
    this.administration = administration;
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

  /** The permits of this acquisition are taken, or a latch is open: it has done its work. */
  void settle(Acquisition taken, LockKeys keys) {
    if (taken.isSettled()) {
      doneWith.add(keys, taken.number());
    }
    births.put(keys, taken.tenure().lastToken());
    taken.forget();
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
    long request = engine.numbers().incrementAndGet();
    Change change =
        new Change(
            engine.clientId() + ':' + request,
            what,
            number,
            declared,
            doneWith.take(keys),
            births.of(keys));
    return engine
        .releases()
        .change(administration, keys, change, PATIENCE, () -> doneWith.add(keys, request))
        .whenComplete(
            (count, thrown) -> {
              if (thrown == null && what.equals("drain")) {
                births.put(keys, count.size()); // what is taken is of that one
              } else if (thrown == null && !count.isThere() && what.equals("give")) {
                LOG.warn(
                    "'{}': {} permits are released of a semaphore that was deleted: they are gone",
                    keys.name(),
                    number);
              }
            });
  }
}
