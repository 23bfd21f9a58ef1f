package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the door of a kind needs of the core. A door is the object of one name that users have: it
 * says what they ask for, and what they are told. How they come in, wait and ask is here. Any
 * thread.
 */
public final class Doorway {

  private final Gates gates;
  private final LockKeys keys;
  private final Entrance entrance;
  private final Inspector inspector;

  /** To the gate of that name. No I/O. */
  public Doorway(Gates gates, Administration administration, LockKeys keys) {
    this.gates = gates;
    this.keys = keys;
    this.entrance = new Entrance(gates, keys);
    this.inspector = new Inspector(gates, administration, keys);
  }

  /** What it runs on. */
  public Engine engine() {
    return gates.engine();
  }

  /** The gate of this name if it is in use: callers that wait here wait in it. */
  public @Nullable Gate gate() {
    return gates.find(keys);
  }

  /**
   * For whatever needs the server.
   *
   * @throws ClientClosedException if the client is closed
   */
  public void requireOpen() {
    gates.requireOpen();
  }

  // ---- coming in

  /**
   * What a caller wishes, as of now, for a handle or to go on.
   *
   * @param caller the thread to interrupt at its loss if the options say so; null for none
   * @param share how much of it
   * @throws IllegalArgumentException if the lease is too long
   */
  public Waiter.WaitRequest request(
      AcquireOptions options, @Nullable Thread caller, Waiter.Share share) {
    return entrance.request(options, null, caller, share);
  }

  /**
   * For a method that can be interrupted, before anything else.
   *
   * @throws InterruptedException if the current thread is
   */
  public void throwIfInterrupted() throws InterruptedException {
    entrance.throwIfInterrupted();
  }

  /**
   * Has the current thread wait for a hold of all there is, and for the replicas that have to
   * confirm it.
   *
   * @param owner the thread that is to own it; null for a handle
   * @return the hold; refused if the time was over, or if this thread holds the other side of the
   *     lock and would wait for itself
   * @throws LockServerException if the holder is not known, or too few replicas have the hold
   * @throws IllegalMonitorStateException if it would wait for itself without end
   * @throws IllegalArgumentException if the lease is too long
   */
  public WaitResult awaitWhole(AcquireOptions options, @Nullable Thread owner)
      throws InterruptedException {
    Confirming confirming = Confirming.of(gates, options);
    return entrance.wouldWaitForItself(options)
        ? entrance.refusedAtOnce()
        : confirming.confirmed(entrance.enter(requestOfWhole(options, owner)));
  }

  /** The same through all interrupts. */
  public WaitResult awaitWholeUninterruptibly(AcquireOptions options, @Nullable Thread owner) {
    Confirming confirming = Confirming.of(gates, options);
    return entrance.wouldWaitForItself(options)
        ? entrance.refusedAtOnce()
        : confirming.confirmed(entrance.enterUninterruptibly(requestOfWhole(options, owner)));
  }

  private Waiter.WaitRequest requestOfWhole(AcquireOptions options, @Nullable Thread owner) {
    return entrance.request(options, owner, Thread.currentThread(), Waiter.Share.WHOLE);
  }

  /**
   * Has the current thread wait for a hold of what has one side, and for the replicas that have to
   * confirm it.
   *
   * @return empty if the time was over
   * @throws LockServerException if the holder is not known, or too few replicas have the hold
   */
  public Optional<OwnedHold> awaitHold(Waiter.WaitRequest request, AcquireOptions options)
      throws InterruptedException {
    Confirming confirming = Confirming.of(gates, options);
    return hold(confirming.confirmed(entrance.enter(request)));
  }

  /** The same through all interrupts; no replica is asked. */
  public Optional<OwnedHold> awaitHoldUninterruptibly(Waiter.WaitRequest request) {
    return hold(entrance.enterUninterruptibly(request));
  }

  /** The hold that a waiter got; empty if it was refused. */
  public static Optional<OwnedHold> hold(WaitResult result) {
    return result instanceof OwnedHold hold ? Optional.of(hold) : Optional.empty();
  }

  /**
   * The same as {@link #awaitHold} for a caller that is told later. Completing the future otherwise
   * withdraws the request.
   *
   * @param handle what the future is completed with
   * @param holdOf the hold of such a handle
   */
  public <T> CompletableFuture<T> holdLater(
      Waiter.WaitRequest request,
      AcquireOptions options,
      Function<OwnedHold, T> handle,
      Function<T, OwnedHold> holdOf) {
    FutureWaiter<T> waiter = later(request, options, handle);
    CompletableFuture<T> acquiring =
        Confirming.of(gates, options).confirmed(waiter.future(), holdOf);
    waiter.start();
    return acquiring;
  }

  private <T> FutureWaiter<T> later(
      Waiter.WaitRequest request, AcquireOptions options, Function<OwnedHold, T> handle) {
    return entrance.later(request, Delivery.ofHold(handle, () -> inspector.timedOut(options)));
  }

  /**
   * Has work done with a hold, and releases it when the stage of the work ends. Completing the
   * future withdraws the request if it still waits; it does not end the work.
   */
  public <T> CompletableFuture<T> sectionLater(
      Waiter.WaitRequest request,
      AcquireOptions options,
      Function<? super Hold, ? extends CompletionStage<T>> work) {
    FutureWaiter<Hold> waiter = later(request, options, hold -> hold);
    CompletableFuture<Hold> acquiring =
        Confirming.of(gates, options).confirmed(waiter.future(), OwnedHold.class::cast);
    CompletableFuture<T> result = AsyncSection.run(acquiring, work);
    waiter.start();
    return result;
  }

  /** What the current thread has of it, if threads can own it. */
  public CurrentHold currentHold() {
    return new CurrentHold(gates, keys);
  }

  /**
   * A condition of it that nobody else has.
   *
   * @throws UnsupportedOperationException if nobody can wait for a signal here
   */
  public Condition condition() {
    entrance.requireConditions();
    return new LockCondition(gates, keys, currentHold(), ConditionName.unique());
  }

  /**
   * A condition of it that is the same in every process.
   *
   * @throws UnsupportedOperationException if nobody can wait for a signal here
   * @throws IllegalArgumentException if the name is too long
   */
  public Condition condition(String name) {
    entrance.requireConditions();
    return new LockCondition(gates, keys, currentHold(), ConditionName.of(name, keys.name()));
  }

  /** A time-out with what the server says of its holders, if it says it soon. */
  public LockTimeoutException timedOut(AcquireOptions options) {
    return inspector.timedOutNow(options);
  }

  /**
   * Has the current thread wait for what nobody holds.
   *
   * @return false if the time was over
   */
  public boolean awaitGrant(Waiter.WaitRequest request) throws InterruptedException {
    return entrance.enter(request) instanceof WaitResult.Granted;
  }

  /** The same through all interrupts. */
  public boolean awaitGrantUninterruptibly(Waiter.WaitRequest request) {
    return entrance.enterUninterruptibly(request) instanceof WaitResult.Granted;
  }

  /**
   * The same for a caller that is told later. Completing the future otherwise withdraws the
   * request.
   *
   * @param result what the future is completed with, when it was granted or not
   * @param giveBack what to do with a grant that nobody takes
   */
  public <T> CompletableFuture<T> grantLater(
      Waiter.WaitRequest request, Function<Boolean, T> result, Runnable giveBack) {
    return entrance.later(request, Delivery.ofGrant(result, giveBack)).start();
  }

  // ---- changing

  /** How callers wait for changes of it, if it has a number that nobody owns. */
  public AwaitedChanges changes() {
    return new AwaitedChanges(engine(), keys);
  }

  // ---- looking

  /**
   * Has the current thread wait for an answer of the server.
   *
   * @param question is handed the callback to tell
   * @throws LockServerException if there is none within one command time-out, or a failure
   */
  public <T> T ask(Consumer<Consumer<Outcome<T>>> question) {
    return inspector.ask(question);
  }

  /**
   * Has the current thread wait for what the server says of it now.
   *
   * @throws LockServerException if there is no answer within one command time-out, or a failure
   */
  public Administration.State state() {
    return inspector.state();
  }

  /** The one holder, and how many wait, as {@link #state()}. */
  public LockInspection inspect() {
    return inspector.inspect();
  }

  /** The holders and the waiters, to be shown to people: as {@link #state()}. */
  public Revocable.Standing standing() {
    return inspector.standing();
  }

  /** Ends the hold of the present holder; returns whether there was one. As {@link #state()}. */
  public boolean forceUnlock() {
    return inspector.forceUnlock();
  }

  /** Ends this hold of any client; returns whether it was there. As {@link #state()}. */
  public boolean revoke(Revocable.Held shown) {
    return inspector.revoke(shown);
  }

  /** What people are told of one that has it. */
  public LockInspection.Holder holder(Administration.Holder holder) {
    return inspector.holder(holder);
  }
}
