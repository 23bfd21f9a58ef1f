package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends acquisitions, and does not let go before the server has acknowledged, has refused, or the
 * lease has run out by itself.
 */
public final class Releases {

  private static final Logger LOG = LoggerFactory.getLogger(Releases.class);

  private final MonotonicClock clock;
  private final Watchdog watchdog;
  private final AtomicInteger open = new AtomicInteger();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final Set<Pending> repeated = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosing;
  private volatile boolean isAbandoned;

  /** Nothing to end yet. */
  public Releases(MonotonicClock clock, Watchdog watchdog) {
    this.clock = clock;
    this.watchdog = watchdog;
  }

  /**
   * Sends the release now, and again until it is acknowledged.
   *
   * @param tombstone whether a request of this acquisition may still arrive late
   * @param leaseNanos for how long to go on
   * @return whether it was held; fails with the server's exception if that is never known
   */
  CompletableFuture<Boolean> release(
      Verbs verbs, LockKeys keys, String id, boolean tombstone, long leaseNanos) {
    Pending release = new Pending(verbs, keys, id, tombstone, clock.nanoTime() + leaseNanos);
    open.incrementAndGet();
    release.send();
    return release.done;
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

  private final class Pending implements Watched {

    private final Verbs verbs;
    private final LockKeys keys;
    private final String id;
    private final long untilNanos;
    private final CompletableFuture<Boolean> done = new CompletableFuture<>();
    private final Backoff backoff = new Backoff();
    // Written by whoever handles an outcome; there is one request at a time.
    private volatile boolean tombstone;
    private volatile boolean uncertain;
    private volatile long dueNanos;

    Pending(Verbs verbs, LockKeys keys, String id, boolean tombstone, long untilNanos) {
      this.verbs = verbs;
      this.keys = keys;
      this.id = id;
      this.tombstone = tombstone;
      this.untilNanos = untilNanos;
    }

    void send() {
      verbs.release(keys, id, tombstone, this::answered);
    }

    private void answered(Outcome<Verbs.Released> outcome) {
      if (outcome instanceof Outcome.Answered<Verbs.Released> answer) {
        // After an unanswered request "not held" may mean that that one did it.
        settle(() -> done.complete(answer.reply().wasHeld() || uncertain));
        return;
      }
      ServerFailure failure = ((Outcome.Failed<Verbs.Released>) outcome).failure();
      if (failure.kind() == ServerFailure.Kind.UNKNOWN) {
        uncertain = true;
        tombstone = true;
      }
      long now = clock.nanoTime();
      boolean isFinal = failure.kind() == ServerFailure.Kind.REFUSED;
      if (isFinal || isAbandoned || untilNanos - now <= 0) {
        giveUp(failure);
        return;
      }
      dueNanos = now + backoff.nextNanos();
      repeated.add(this);
      watchdog.watch(this);
      if (isAbandoned) {
        giveUp(failure);
      }
    }

    void giveUp(ServerFailure failure) {
      LOG.warn("Lock '{}': release of {} given up", keys.name(), id, failure.cause());
      watchdog.forget(this);
      settle(() -> done.completeExceptionally(failure.toException(keys)));
    }

    private void settle(Runnable completion) {
      repeated.remove(this);
      if (done.isDone()) {
        return;
      }
      completion.run();
      open.decrementAndGet();
      completeIfSettled();
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public void onDue(long now) {
      watchdog.forget(this);
      send();
    }
  }
}
