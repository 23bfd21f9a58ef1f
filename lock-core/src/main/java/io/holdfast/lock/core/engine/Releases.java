package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that have to arrive: the ends of acquisitions, and changes. Each is sent again until the
 * server has acknowledged or refused it, or its time is over: that of an end when the lease has run
 * out by itself, that of a change when the server may have forgotten that it was done.
 */
public final class Releases {

  private static final Logger LOG = LoggerFactory.getLogger(Releases.class);

  /** Far longer than a release is on its way. */
  private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final MonotonicClock clock;
  private final Watchdog watchdog;
  private final AtomicInteger open = new AtomicInteger();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final Set<Pending<?>> repeated = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> disowned = new ConcurrentHashMap<>(); // since when
  private volatile long forgottenNanos; // when those of long ago were
  private volatile boolean isClosing;
  private volatile boolean isAbandoned;

  /** Nothing to end yet. */
  public Releases(MonotonicClock clock, Watchdog watchdog) {
    this.clock = clock;
    this.watchdog = watchdog;
    this.forgottenNanos = clock.nanoTime();
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
    return begin(
        end.keys(), end.releaseRequest(), end.keepNanos(), Optional::empty, request(end, doubts));
  }

  /**
   * The same for one of which it is not known yet whether anything of it can be at the server.
   *
   * @param isNeeded whether it still may; asked without the monitor, before it is sent again
   */
  public CompletableFuture<Boolean> releaseIfNeeded(End end, BooleanSupplier isNeeded) {
    return begin(
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

  private Request<Boolean> request(End end, Doubts doubts) {
    return (uncertain, then) -> {
      Verbs.ReleaseRequest certain = doubts.applyTo(end.releaseRequest());
      Verbs.ReleaseRequest sent = uncertain ? certain.withTombstone() : certain;
      end.verbs()
          .release(
              end.keys(),
              sent,
              outcome -> {
                end.awaitSender();
                if (outcome instanceof Outcome.Answered) {
                  Optional<Verbs.ReleaseRequest> behind = doubts.behind(sent);
                  if (behind.isPresent()) { // hardly ever: a lambda would cost each release
                    var unused = release(end.with(behind.get()));
                  }
                }
                // After an unanswered request "not held" may mean that that one did it.
                then.accept(
                    outcome.map(reply -> reply.wasHeld() || uncertain || wasDisowned(sent)));
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
    return begin(
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
    long now = clock.nanoTime();
    if (now - forgottenNanos > REMEMBERED_NANOS) { // not for each of thousands
      forgottenNanos = now;
      disowned.values().removeIf(since -> now - since > REMEMBERED_NANOS);
    }
    disowned.put(id, now);
  }

  /** It was not there: its end is told by its release. */
  void notDisowned(String id) {
    disowned.remove(id);
  }

  /** Whether it was ended so. Any thread. */
  boolean wasDisowned(Verbs.ReleaseRequest releaseRequest) {
    return !disowned.isEmpty() && disowned.containsKey(releaseRequest.id());
  }

  /** Whether the end of this acquisition was sent, and will be again. Any thread. */
  boolean isRepeating(String id) {
    return repeated.stream().anyMatch(one -> one.isEndOf(id));
  }

  private <T> CompletableFuture<T> begin(
      LockKeys keys, Object what, long forNanos, Supplier<Optional<T>> known, Request<T> request) {
    Pending<T> pending = new Pending<>(keys, what, clock.nanoTime() + forNanos, known, request);
    open.incrementAndGet();
    pending.send();
    return pending.done;
  }

  /** No release will be begun any more. Completes when all are done, one way or the other. */
  public CompletableFuture<Void> close() {
    isClosing = true;
    completeIfSettled();
    return settled;
  }

  /** Gives up what is not acknowledged by now: it ends with its lease. */
  public void abandon() {
    isAbandoned = true;
    int left = repeated.size();
    if (left > 0) {
      LOG.warn(
          "The client closes before {} requests are acknowledged: holds that they release end with their"
              + " leases; whether permits were given or taken back, or a latch was counted down, is unknown",
          left);
    }
    repeated.forEach(
        one ->
            one.giveUp(
                new ServerFailure(
                    ServerFailure.Kind.UNKNOWN, new RedisException("the client is closed"))));
  }

  private void completeIfSettled() {
    if (isClosing && open.get() == 0) {
      settled.complete(null);
    }
  }

  /** What is sent, and sent again. */
  private interface Request<T> {

    /** Sends it. It is uncertain when an earlier one went unanswered, and may have been done. */
    void send(boolean uncertain, Consumer<Outcome<T>> then);
  }

  /** Hears itself what is answered: that is one object less for each release. */
  private final class Pending<T> implements Watched, Consumer<Outcome<T>> {

    private final LockKeys keys;
    private final Object what; // a ReleaseRequest, or a ChangeRequest
    private final long untilNanos;
    private final Supplier<Optional<T>> known; // without the server, by now
    private final Request<T> request;
    private final CompletableFuture<T> done = new CompletableFuture<>();
    // Written by the thread that handles an outcome; there is one request at a time.
    private int failures;
    private volatile boolean uncertain;
    private volatile long dueNanos;

    Pending(
        LockKeys keys,
        Object what,
        long untilNanos,
        Supplier<Optional<T>> known,
        Request<T> request) {
      this.keys = keys;
      this.what = what;
      this.untilNanos = untilNanos;
      this.known = known;
      this.request = request;
    }

    boolean isEndOf(String id) {
      return what instanceof Verbs.ReleaseRequest releaseRequest && releaseRequest.isOf(id);
    }

    void send() {
      try {
        request.send(uncertain, this);
      } catch (RuntimeException
          | Error e) { // for want of memory, or of stack: later, by another thread
        uncertain = true; // it may have been sent
        repeatAt(clock.nanoTime());
      }
    }

    private void repeatAt(long nanos) {
      dueNanos = nanos;
      repeated.add(this);
      watchdog.watch(this);
    }

    @Override
    public void accept(Outcome<T> outcome) {
      if (outcome instanceof Outcome.Answered<T> answer) {
        answered(answer.reply());
        return;
      }
      ServerFailure failure = ((Outcome.Failed<T>) outcome).failure();
      uncertain |= failure.kind() == ServerFailure.Kind.UNKNOWN;
      long now = clock.nanoTime();
      boolean isFinal = failure.kind() == ServerFailure.Kind.REFUSED;
      if (isFinal || isAbandoned || untilNanos - now <= 0) {
        giveUp(failure);
        return;
      }
      repeatAt(Backoff.againNanos(now, failures++));
      if (isAbandoned) {
        giveUp(failure);
      }
    }

    void giveUp(ServerFailure failure) {
      if (failure.kind() == ServerFailure.Kind.REFUSED) {
        LOG.warn(
            "{}: the server refused the {}: {}", keys.title(), what, failure.cause().toString());
      } else if (what instanceof ChangeRequest && !isAbandoned) {
        LOG.warn(
            "{}: the {} is abandoned, because the server could no longer recognise a retry;"
                + " whether it was executed is unknown",
            keys.title(),
            what,
            failure.cause());
      } else { // its lease is over, or the client is closed, which was said for all
        LOG.debug("{}: the {} is abandoned", keys.title(), what, failure.cause());
      }
      watchdog.forget(this);
      repeated.remove(this);
      settled(done.completeExceptionally(failure.toException(keys)));
    }

    private void answered(T answer) {
      repeated.remove(this);
      settled(done.complete(answer));
    }

    /** An answer and the end of the client may come at the same time: the first one counts. */
    private void settled(boolean isFirst) {
      if (isFirst) {
        open.decrementAndGet();
        completeIfSettled();
      }
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public void onDue(long now) {
      watchdog.forget(this);
      known.get().ifPresentOrElse(this::answered, this::send);
    }
  }
}
