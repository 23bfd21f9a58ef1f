package io.holdfast.lock.testkit.proxy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a proxy does to certain commands, as said by {@link FaultProxy#when}. It lasts until it is
 * closed, or the proxy is.
 *
 * <p>It <em>fires</em> when its action has happened: the reply has been swallowed, the connection
 * cut, the command passed by. A rule about a reply fires when the reply has come, and so the server
 * has executed the command. If it cannot, as the connection has ended or lost its replies before, a
 * rule for one command waits for the next that fits.
 */
public final class Rule implements AutoCloseable {

  private final ProxyState proxy;
  private final String description;
  private final CompletableFuture<Void> first = new CompletableFuture<>();
  private final List<Parcel> held = new ArrayList<>(); // of the proxy's thread
  private long seen; // of the proxy's thread
  private long missed; // as well
  private volatile long fired; // written by the proxy's thread

  Rule(ProxyState proxy, String description) {
    this.proxy = proxy;
    this.description = description;
  }

  boolean counts(Occurrence occurrence, Random random) {
    seen++;
    if (missed > 0 && occurrence.isOnce()) {
      missed--;
      return true;
    }
    return occurrence.isNow(seen, random);
  }

  /**
   * What was to be done with a reply cannot be done any more: the next command stands in for it.
   */
  void missed() {
    missed++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void fire() {
    fired++;
    first.complete(null);
  }

  void holds(Parcel parcel) {
    parcel.hold();
    held.add(parcel);
  }

  /** How often it has fired. */
  public long fired() {
    return fired;
  }

  /** Completed when it fires for the first time. A copy: completing it has no effect here. */
  public CompletableFuture<Void> future() {
    return first.copy();
  }

  /**
   * Waits until it has fired.
   *
   * @throws AssertionError if it has not within the limit
   */
  public void awaitFired(Duration limit) throws InterruptedException {
    try {
      first.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(
          "within %s ms: no such command, or no reply to it: %s"
              .formatted(limit.toMillis(), description),
          e);
    } catch (ExecutionException e) {
      throw new AssertionError(e); // never completed so
    }
  }

  /**
   * Releases what it holds back now: the commands or replies, and those queued behind them. A
   * command reaches the server even if its client has gone meanwhile.
   */
  public void release() {
    proxy.runIfOpen(this::releaseHeld);
  }

  private void releaseHeld() {
    held.forEach(Parcel::release);
    held.clear();
    proxy.refresh();
  }

  /**
   * Ends it: no further command is looked at; what is held is {@linkplain #release() let go}; a
   * connection that has lost a reply is reset, since what would come next over it would be taken
   * for the lost one. Idempotent.
   */
  @Override
  public void close() {
    proxy.runIfOpen(
        () -> {
          proxy.forget(this);
          releaseHeld();
          proxy.resetMutedBy(this);
        });
  }

  @Override
  public String toString() {
    return description + ", fired " + fired + " times";
  }
}
