package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests that have to arrive: each again and again, in pauses that grow, until the server
 * has acknowledged or refused it, or its time is over. Any thread; never blocks.
 */
final class UntilAcknowledged {

  private static final Logger LOG = LoggerFactory.getLogger(UntilAcknowledged.class);

  private final MonotonicClock clock;
  private final Watchdog watchdog;
  private final AtomicInteger open = new AtomicInteger();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final Set<Pending<?>> repeated = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosing;
  private volatile boolean isAbandoned;

  /** Nothing to send yet. */
  UntilAcknowledged(MonotonicClock clock, Watchdog watchdog) {
    this.clock = clock;
    this.watchdog = watchdog;
  }

  /** What is sent, and sent again. */
  interface Request<T> {

    /** Sends it. It is uncertain when an earlier one went unanswered, and may have been done. */
    void send(boolean uncertain, Consumer<Outcome<T>> then);
  }

  /**
   * Sends the request now, and again until it is acknowledged.
   *
   * @param what for people, and to tell requests apart
   * @param forNanos for how long to go on
   * @param known the answer if by now it is known without the server; asked before each repeat
   * @return the answer; fails with the server's exception if it refuses, or that is never known
   */
  <T> CompletableFuture<T> send(
      LockKeys keys,
      ToBeAcknowledged what,
      long forNanos,
      Supplier<Optional<T>> known,
      Request<T> request) {
    Pending<T> pending = new Pending<>(keys, what, clock.nanoTime() + forNanos, known, request);
    open.incrementAndGet();
    pending.send();
    return pending.done;
  }

  /** Whether the end of this acquisition was sent, and will be again. */
  boolean isRepeating(String id) {
    return repeated.stream().anyMatch(one -> one.isEndOf(id));
  }

  /**
   * Whether a request that has failed is worth sending again.
   *
   * @param isAbandoned whether the client is closed, and waits for no request any more
   * @param leftNanos of the time in which it may be sent
   */
  static boolean mayRepeat(ServerFailure.Kind failure, boolean isAbandoned, long leftNanos) {
    return failure != ServerFailure.Kind.REFUSED && !isAbandoned && leftNanos > 0;
  }

  // ---- the end of the client

  /** Nothing will be sent for the first time any more. Completes when all is done or given up. */
  CompletableFuture<Void> close() {
    isClosing = true;
    completeIfSettled();
    return settled;
  }

  /** Gives up what is not acknowledged by now. */
  void abandon() {
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

  // ---- one request

  /** Hears itself what is answered: that is one object less for each release. */
  private final class Pending<T> implements Watched, Consumer<Outcome<T>> {

    private final LockKeys keys;
    private final ToBeAcknowledged what;
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
        ToBeAcknowledged what,
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
      if (!mayRepeat(failure.kind(), isAbandoned, untilNanos - now)) {
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
