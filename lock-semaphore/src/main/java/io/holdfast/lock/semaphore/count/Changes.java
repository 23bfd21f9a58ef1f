package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Administration.Changed;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.engine.ChangeRequest;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.gate.Parking;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.verbs.ChangeWords;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the changes of what nobody owns, each for the incarnation that it is meant for. */
final class Changes {

  /*
   * A change may arrive late: the network delayed it, or it is sent again. If its name was deleted
   * meanwhile, it must not change what was begun since.
   *
   *   told?  no ──look──► told      a client that was told nothing of the name asks first
   *    │                   │
   *    └──── change, with what was told ────► done
   *                        │
   *                        └► that one is gone: nothing is done, and the answer tells what is
   *                           there now, and for how long the other has been gone. One that was
   *                           gone before the call cannot have been meant: one more request, for
   *                           what is there now. Otherwise a caller that waits is served by that,
   *                           too; one that does not wait any more meant the one that is gone.
   */

  private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

  private final Engine engine;
  private final Administration administration;
  private final Duration patience;
  private final AcknowledgedRequests acknowledged;
  private final Incarnations incarnations = new Incarnations();

  /**
   * None yet.
   *
   * @param patience for how long a request is repeated
   */
  Changes(
      Engine engine,
      Administration administration,
      Duration patience,
      AcknowledgedRequests acknowledged) {
    this.engine = engine;
    this.administration = administration;
    this.patience = patience;
    this.acknowledged = acknowledged;
  }

  /** What the caller wants, and since when. */
  private record Call(LockKeys keys, Change change, long declared, long sinceNanos) {}

  Incarnations incarnations() {
    return incarnations;
  }

  /**
   * Completes when the server has done it; fails with a {@link DeletedException} if what it was
   * meant for was deleted before. Permits that were given to that are gone, and no failure.
   */
  CompletableFuture<Changed> change(LockKeys keys, Change change, long declared) {
    Call call = new Call(keys, change, declared, engine.now());
    OptionalLong told = incarnations.told(keys);
    return told.isPresent()
        ? attempt(call, told.getAsLong())
        : look(call).thenCompose(seen -> looked(call, seen));
  }

  /** It changes nothing, so that the server need not remember it. */
  private CompletableFuture<Changed> look(Call call) {
    return engine
        .releases()
        .change(administration, call.keys, lookAt(call.keys), patience, () -> {});
  }

  private ChangeRequest lookAt(LockKeys keys) {
    String request = engine.clientId() + ':' + engine.numbers().incrementAndGet();
    return new ChangeRequest(
        request, new Change.Look(), 0, acknowledged.take(keys), OptionalLong.empty());
  }

  /**
   * Tells the server, once, of what was done with, up to {@link AcknowledgedRequests#MOST_AT_ONCE}
   * requests of each name: it need not remember it for a day. Waits until it has answered, one way
   * or the other, but no longer than that.
   */
  void handIn(Duration longest) {
    Parking.awaitAll(acknowledged.names().stream().map(this::handIn).toList(), longest);
  }

  private Consumer<Runnable> handIn(LockKeys keys) {
    return then -> administration.change(keys, lookAt(keys), outcome -> then.run());
  }

  private CompletableFuture<Changed> looked(Call call, Changed seen) {
    boolean isMeant = seen.goneMillis().isEmpty() || wasGoneBefore(call, seen);
    return isMeant || isAwaited(call) ? attempt(call, seen.incarnation()) : deleted(call, seen);
  }

  /** Whether what is gone was so before the call: then that was not what the caller meant. */
  private boolean wasGoneBefore(Call call, Changed answer) {
    long silent = engine.now() - call.sinceNanos;
    OptionalLong gone = answer.goneMillis();
    return gone.isPresent() && gone.getAsLong() > atMostMillis(silent);
  }

  /** No server's clock counts more while so much passes here. */
  private static long atMostMillis(long nanos) {
    return (nanos + nanos / 50) / 1_000_000 + 10;
  }

  private CompletableFuture<Changed> attempt(Call call, long told) {
    AtomicBoolean isCertain = new AtomicBoolean();
    OptionalLong before = incarnations.told(call.keys);
    return send(call.keys, call.change, call.declared, OptionalLong.of(told), isCertain)
        .thenCompose(
            answer -> {
              incarnations.tellUnlessTold(call.keys, before, answer.incarnation());
              if (answer.isThere()) {
                return CompletableFuture.completedFuture(answer);
              }
              // What was gone before was not changed by an earlier copy of this request, either.
              return wasGoneBefore(call, answer) || (isCertain.get() && isAwaited(call))
                  ? attempt(call, answer.incarnation())
                  : deleted(call, answer);
            });
  }

  /** Whether its caller waits yet: then it may count for what was begun since the call. */
  private boolean isAwaited(Call call) {
    long waited = engine.now() - call.sinceNanos;
    return waited <= engine.times().commandTimeout().toNanos();
  }

  private CompletableFuture<Changed> deleted(Call call, Changed answer) {
    if (call.change instanceof Change.Give give) {
      tellGone(call.keys, give.permits());
      return CompletableFuture.completedFuture(answer);
    }
    String message =
        "%s was deleted before this request arrived: %s"
            .formatted(call.keys.title(), ChangeWords.of(call.change));
    LOG.warn(message);
    return CompletableFuture.failedFuture(new DeletedException(message));
  }

  static void tellGone(LockKeys keys, long permits) {
    LOG.warn(
        "{}: {} permits were released after it was deleted; they are dropped",
        keys.title(),
        permits);
  }

  /**
   * Sends it, and again until it is answered.
   *
   * @param isCertain set if it was sent once, and answered
   */
  CompletableFuture<Changed> send(
      LockKeys keys, Change change, long declared, OptionalLong told, AtomicBoolean isCertain) {
    long request = engine.numbers().incrementAndGet();
    ChangeRequest sent =
        new ChangeRequest(
            engine.clientId() + ':' + request, change, declared, acknowledged.take(keys), told);
    return engine
        .releases()
        .change(
            administration,
            keys,
            sent,
            patience,
            () -> {
              isCertain.set(true);
              if (change instanceof Change.Drain) {
                acknowledged.addAnswered(keys, request);
              } else {
                acknowledged.add(keys, request);
              }
            });
  }
}
