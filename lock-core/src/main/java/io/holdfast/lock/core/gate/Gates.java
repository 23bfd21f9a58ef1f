package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The gates of one kind in one client: one for each name that is in use now. Any thread. */
public final class Gates {

  /** The client that the gates belong to, as far as they know it. */
  public interface Client {

    /** What its locks run on. */
    Engine engine();

    /** What people call it. */
    String clientDescription();
  }

  private final Client client;
  private final Engine engine;
  private final LockVerbs verbs;
  private final GateFactory factory;
  private final GateContext context;
  private final Companion companion;
  private final Losses losses;
  private final Reporter reporter;
  private final Map<String, Gate> byKey = new ConcurrentHashMap<>();
  private final GateCensus census;
  private final LeaseTerms usualTerm;
  private final Confirming unconfirmed;
  private final PassingOn passingOn;
  private final @Nullable Linger linger;
  private volatile boolean isClosed;
  private volatile Runnable whenClosed = () -> {};

  /** None in use yet, of a lock that has one side only. */
  public Gates(Client client, LockVerbs verbs, LockKind kind, GateFactory factory) {
    this(client, verbs, kind, factory, Companion.NONE);
  }

  /**
   * None in use yet.
   *
   * @param kind what the locks are called in events and numbers
   * @param companion what is to be known of the other side; not asked before somebody enters
   */
  public Gates(
      Client client, LockVerbs verbs, LockKind kind, GateFactory factory, Companion companion) {
    this.client = client;
    this.engine = client.engine();
    this.verbs = verbs;
    this.factory = factory;
    this.context = new GateContext(this, engine, verbs);
    this.companion = companion;
    this.losses = new Losses(engine.clock(), engine.watchdog());
    this.reporter = Reporter.of(engine, kind);
    this.usualTerm = engine.times().terms(Lease.renewed());
    this.passingOn = new PassingOn(engine.times().slice().toNanos());
    this.linger = Linger.of(engine.times().linger());
    this.unconfirmed = new Confirming(this, Optional.empty());
    this.census = new GateCensus(engine, byKey.values());
    reporter.tally().add(census);
  }

  /** No replicas confirm a hold. */
  Confirming unconfirmed() {
    return unconfirmed;
  }

  /** The client that they belong to. */
  public Client client() {
    return client;
  }

  /** What the locks are called. */
  public LockKind kind() {
    return reporter.kind();
  }

  /** What is to be known of the other side. */
  Companion companion() {
    return companion;
  }

  Engine engine() {
    return engine;
  }

  Losses losses() {
    return losses;
  }

  Reporter reporter() {
    return reporter;
  }

  /** The gate of this name if it is in use. */
  public @Nullable Gate find(LockKeys keys) {
    return byKey.get(keys.lockKey());
  }

  /**
   * The valid hold that this thread has of that name. Enters no monitor.
   *
   * @param thread null for a handle, which has none
   */
  public @Nullable OwnedHold validHold(LockKeys keys, @Nullable Thread thread) {
    OwnedHold hold = holdOf(keys, thread);
    return hold != null && hold.isValid() ? hold : null;
  }

  /** If the validity of such a hold has passed, it is lost now. Enters the monitor of its gate. */
  public void loseIfOver(LockKeys keys, @Nullable Thread thread) {
    OwnedHold hold = holdOf(keys, thread);
    if (hold != null && !hold.isValid()) {
      hold.holds().expire(hold);
    }
  }

  private @Nullable OwnedHold holdOf(LockKeys keys, @Nullable Thread thread) {
    Gate gate = find(keys);
    return gate == null || thread == null ? null : gate.holdOf(thread);
  }

  PassingOn passingOn() {
    return passingOn;
  }

  /** Which acquisitions stay after their release; null if none do. */
  @Nullable Linger linger() {
    return linger;
  }

  /** The lease that is meant where none is named. */
  LeaseTerms usualTerm() {
    return usualTerm;
  }

  /**
   * The terms of a lease.
   *
   * @throws IllegalArgumentException if the lease is too long
   */
  LeaseTerms terms(Lease lease) {
    return lease.equals(Lease.renewed()) ? usualTerm : engine.times().terms(lease);
  }

  /** Whether one can wait for a signal. */
  boolean hasConditions() {
    return verbs.hasConditions();
  }

  /** Whether replicas can be asked for what is held. */
  boolean canConfirm() {
    return verbs.canConfirm();
  }

  // ---- entering

  /** Has the waiter enter the gate of that name. */
  Gate enter(LockKeys keys, Waiter waiter) {
    companion.beforeEntering(keys, waiter.request.owner());
    while (true) {
      requireOpen();
      Gate gate = find(keys); // first, as it is there when there is much to do
      if (gate == null) {
        Gate fresh = factory.create(context, keys);
        Gate present = byKey.putIfAbsent(keys.lockKey(), fresh);
        gate = present == null ? fresh : present;
      }
      if (isClosed) {
        gate.close(this::closed); // it may have come after the others were closed
      }
      if (gate.enter(waiter)) {
        return gate;
      }
      Thread.onSpinWait(); // it is just being removed
    }
  }

  void remove(Gate gate) {
    byKey.remove(gate.keys().lockKey(), gate);
  }

  /** Throws if the client is closed. */
  void requireOpen() {
    if (isClosed) {
      throw closed();
    }
  }

  private ClientClosedException closed() {
    return new ClientClosedException(client.clientDescription() + " is closed");
  }

  /** Whether the client is closed. */
  boolean isClosed() {
    return isClosed;
  }

  /** Those in use, whichever they are when it is looked at. */
  Collection<Gate> inUse() {
    return byKey.values();
  }

  /** How many names are in use. */
  public int size() {
    return byKey.size();
  }

  /** The holds that are owned and valid now. */
  public List<HeldLock> holds(LockKind kind) {
    return census.holds(kind);
  }

  /** How many wait now. */
  public int waiting() {
    return census.waiting();
  }

  /**
   * To be done at the end of {@link #close}, while requests can still be sent. What it throws, as
   * it may have no room left on the stack, keeps nothing else from being closed.
   */
  void whenClosed(Runnable task) {
    whenClosed = task;
  }

  /** Declares every hold lost, releases it, and fails all waiters. */
  public void close() {
    isClosed = true;
    byKey.values().forEach(gate -> gate.close(this::closed));
    reporter.tally().remove(census);
    try {
      whenClosed.run();
    } catch (RuntimeException | Error e) {
      // as said above
    }
  }
}
