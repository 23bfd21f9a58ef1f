package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The ends of acquisitions, and changes: each has to arrive, and is sent {@linkplain
 * UntilAcknowledged again} until its time is over: that of an end when the lease has run out by
 * itself, that of a change when the server may have forgotten that it was done. Any thread; never
 * blocks, but for an answer that comes before its sender has let go.
 */
public final class Releases {

  private static final Outcome<Boolean> WAS_HELD = new Outcome.Answered<>(true);
  private static final Outcome<Boolean> WAS_NOT_HELD = new Outcome.Answered<>(false);

  private final MonotonicClock clock;
  private final Watchdog watchdog;
  private final UntilAcknowledged untilAcknowledged;
  private final DisownedHolds disownedHolds;

  /** Nothing to end yet. */
  public Releases(MonotonicClock clock, Watchdog watchdog) {
    this.clock = clock;
    this.watchdog = watchdog;
    this.untilAcknowledged = new UntilAcknowledged(clock, watchdog);
    this.disownedHolds = new DisownedHolds(clock);
  }

  /**
   * The end of an acquisition.
   *
   * @param releaseRequest what ends, and how
   * @param keepNanos for how long the server may keep it, and so for how long to go on
   * @param sender held by who sends it: an answer waits until that one has let go, so that what is
   *     to happen then is known
   */
  public record End(
      Verbs verbs,
      LockKeys keys,
      Verbs.ReleaseRequest releaseRequest,
      long keepNanos,
      Monitor sender) {

    End withTombstone() {
      return with(releaseRequest.withTombstone());
    }

    End with(Verbs.ReleaseRequest another) {
      return new End(verbs, keys, another, keepNanos, sender);
    }

    void awaitSender() {
      sender.enter();
      sender.leave();
    }
  }

  /**
   * Sends the release now, and again until it is acknowledged.
   *
   * @return whether it was held; fails with the server's exception if that is never known
   */
  public CompletableFuture<Boolean> release(End end) {
    return release(end, Doubts.NONE);
  }

  /** The same for one of which not all is certain. */
  CompletableFuture<Boolean> release(End end, Doubts doubts) {
    return untilAcknowledged.send(
        end.keys(), end.releaseRequest(), end.keepNanos(), Optional::empty, request(end, doubts));
  }

  /**
   * The same for one of which it is not known yet whether anything of it can be at the server.
   *
   * @param isNeeded whether it still may; asked without the monitor, before it is sent again
   */
  public CompletableFuture<Boolean> releaseIfNeeded(End end, BooleanSupplier isNeeded) {
    return untilAcknowledged.send(
        end.keys(),
        end.releaseRequest(),
        end.keepNanos(),
        () -> isNeeded.getAsBoolean() ? Optional.empty() : Optional.of(false),
        request(end, Doubts.NONE));
  }

  /**
   * The same by the request that asks for the next one. If that fails, or is not answered in time,
   * this one is ended by itself; the caller that asks for the next hears of the failure, and asks
   * again.
   *
   * @param next of the same lock
   * @param longest what is in time
   * @param then hears the answer to the question
   */
  public CompletableFuture<Boolean> releaseAndAsk(
      End end,
      BooleanSupplier isNeeded,
      AskRequest next,
      Duration longest,
      Consumer<Outcome<AskReply>> then) {
    CompletableFuture<Boolean> released = new CompletableFuture<>();
    PendingRelease before =
        new PendingRelease(end.releaseRequest(), end.keepNanos(), Doubts.NONE, released, null);
    Consumer<Outcome<Verbs.Released>> answered =
        outcome -> {
          end.awaitSender();
          if (outcome instanceof Outcome.Answered<Verbs.Released> answer) {
            released.complete(answer.reply().wasHeld() || wasDisowned(end.releaseRequest()));
          } else {
            releaseIfNeeded(end.withTombstone(), isNeeded)
                .whenComplete((wasHeld, thrown) -> before.settle(thrown));
          }
          then.accept(outcome.map(reply -> reply.next().orElseThrow()));
        };
    before.send(
        end.verbs(),
        next,
        behind -> {}, // nothing is in doubt
        ReplyTimeout.with(watchdog, clock, longest, answered));
    return released;
  }

  private UntilAcknowledged.Request<Boolean> request(End end, Doubts doubts) {
    return (uncertain, then) -> {
      Verbs.ReleaseRequest sent = doubts.applyTo(end.releaseRequest(), uncertain);
      end.verbs()
          .release(
              end.keys(),
              sent,
              outcome -> {
                end.awaitSender();
                if (outcome instanceof Outcome.Answered<Verbs.Released> answer) {
                  Optional<Verbs.ReleaseRequest> behind = doubts.behind(sent);
                  if (behind.isPresent()) { // hardly ever: a lambda would cost each release
                    var unused = release(end.with(behind.get()));
                  }
                  // After an unanswered request "not held" may mean that that one did it.
                  boolean wasHeld = answer.reply().wasHeld() || uncertain || wasDisowned(sent);
                  then.accept(wasHeld ? WAS_HELD : WAS_NOT_HELD);
                } else {
                  then.accept(outcome.map(Verbs.Released::wasHeld));
                }
              });
    };
  }

  /**
   * Sends the change now, and again until it is acknowledged, or the client is closed.
   *
   * @param timeout for how long to go on: as long as the server would know a repeat for one
   * @param whenCertain run before the future completes, if the request can not arrive any more
   * @return the numbers; fails with the server's exception if it refuses, or that is never known
   */
  public CompletableFuture<Administration.Changed> change(
      Administration administration,
      LockKeys keys,
      ChangeRequest change,
      Duration timeout,
      Runnable whenCertain) {
    return untilAcknowledged.send(
        keys,
        change,
        timeout.toNanos(),
        Optional::empty,
        (uncertain, then) ->
            administration.change(
                keys,
                change,
                outcome -> {
                  if (!uncertain && outcome instanceof Outcome.Answered) {
                    whenCertain.run();
                  }
                  then.accept(outcome);
                }));
  }

  /**
   * A hold of which nobody here knows is ended otherwise: if its release was under way, and comes
   * too late, it was held all the same.
   */
  void disowned(String id) {
    disownedHolds.add(id);
  }

  /** It was not there: its end is told by its release. */
  void notDisowned(String id) {
    disownedHolds.remove(id);
  }

  /** Whether it was ended so. Any thread. */
  boolean wasDisowned(Verbs.ReleaseRequest releaseRequest) {
    return disownedHolds.has(releaseRequest);
  }

  /** Whether the end of this acquisition was sent, and will be again. Any thread. */
  boolean isRepeating(String id) {
    return untilAcknowledged.isRepeating(id);
  }

  /** No release will be begun any more. Completes when all are done, one way or the other. */
  public CompletableFuture<Void> close() {
    return untilAcknowledged.close();
  }

  /** Gives up what is not acknowledged by now: it ends with its lease. */
  public void abandon() {
    untilAcknowledged.abandon();
  }
}
