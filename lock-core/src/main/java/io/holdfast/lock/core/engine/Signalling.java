package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A signal. Is sent again until the server has acknowledged it, has refused it, or has not answered
 * for as long as a lease: one that is done twice wakes somebody for nothing; one that is lost could
 * leave him asleep.
 */
public final class Signalling implements Watched {

  private static final Logger LOG = LoggerFactory.getLogger(Signalling.class);

  private final Engine engine;
  private final ConditionVerbs verbs;
  private final long untilNanos;
  private final Backoff backoff = new Backoff();
  private final CompletableFuture<Optional<Boolean>> done = new CompletableFuture<>();
  // Written by the thread that handles an outcome; there is one request at a time.
  private volatile ConditionVerbs.Signal signal;
  private volatile long dueNanos;

  private Signalling(Engine engine, ConditionVerbs verbs, ConditionVerbs.Signal signal) {
    this.engine = engine;
    this.verbs = verbs;
    this.signal = signal;
    this.untilNanos = engine.clock().nanoTime() + engine.times().defaultLease().toNanos();
  }

  /**
   * Sends it.
   *
   * @return whether others wait for the lock now; nothing if it was not held, so that nobody was
   *     signalled; fails with the server's exception if that is never known
   */
  public static CompletableFuture<Optional<Boolean>> send(
      Engine engine, ConditionVerbs verbs, ConditionVerbs.Signal signal) {
    Signalling signalling = new Signalling(engine, verbs, signal);
    signalling.send();
    return signalling.done;
  }

  private void send() {
    verbs.signal(signal, this::answered);
  }

  private void answered(Outcome<Optional<Boolean>> outcome) {
    if (outcome instanceof Outcome.Answered<Optional<Boolean>> answer) {
      done.complete(answer.reply());
      return;
    }
    ServerFailure failure = ((Outcome.Failed<Optional<Boolean>>) outcome).failure();
    long now = engine.clock().nanoTime();
    if (failure.kind() == ServerFailure.Kind.REFUSED || untilNanos - now <= 0) {
      LOG.warn("Lock '{}': a signal is abandoned", signal.keys().name(), failure.cause());
      done.completeExceptionally(failure.toException(signal.keys()));
      return;
    }
    signal = signal.again();
    dueNanos = now + backoff.nextNanos();
    engine.watchdog().watch(this);
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    engine.watchdog().forget(this);
    send();
  }
}
