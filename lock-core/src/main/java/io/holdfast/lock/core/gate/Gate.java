package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.AcquireSpec;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.key.LockKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's state for one lock name: its local owners and waiters. Exists while it is in use.
 * Subclasses decide how many may own the lock at once and in which order waiters are served.
 */
public abstract class Gate extends Policy {

  /*
   *                   ┌── TicketPerWaiterGate: an acquisition for each: the order is the server's
   *   Gate: owners, ──┤      └── NeighbourGate: a release may serve the next of the queue
   *   loss, the end   └── TicketPerClientGate: one acquisition asks for all waiters here
   *
   *   The gate of each kind is a subclass of one of these three: that of the plain lock is
   *   CohortGate in core.lock, the others are in modules of their own.
   *
   *   WaiterTicket: one waiter with an acquisition of its own: in a TicketPerWaiterGate everybody,
   *   elsewhere waiters for a signal, and those that cannot have what the others share. A hold that
   *   is given to one belongs to that one.
   *
   * Invariants: nothing retained for nobody; nobody parked while nothing is asked; the last waiter
   * to go takes the ticket along.
   */

  private static final CompletableFuture<?> NOTHING_WITHDRAWN =
      CompletableFuture.completedFuture(true);

  final Engine engine;
  final LockVerbs verbs;
  final Monitor monitor = new Monitor();
  private final GateContext context;
  private final LockKeys keys;
  private final Holds holds;

  // Guarded by the monitor.
  private Set<WaiterTicket> tickets = Set.of(); // mostly nobody is
  private @Nullable RollCall rollCall; // of those with a ticket; made with the first
  private @Nullable Supplier<ClientClosedException> closedBy;
  private CompletableFuture<?> withdrawal = NOTHING_WITHDRAWN; // of the last waiter that gave up
  private boolean isRetired;

  /** Nobody is here yet. */
  Gate(GateContext context, LockKeys keys, Owners owners) {
    this.context = context;
    this.engine = context.engine();
    this.verbs = context.verbs();
    this.keys = keys;
    this.holds = new Holds(this, owners);
  }

  /** What it got of its frame. */
  protected final GateContext context() {
    return context;
  }

  /** The lock that it is for. */
  protected final LockKeys keys() {
    return keys;
  }

  /** What is to be known of the other side of the lock. */
  protected final Companion companion() {
    return context.gates().companion();
  }

  /** The client's monotonic time. */
  protected final long now() {
    return engine.clock().nanoTime();
  }

  /** Parks the current thread until then at the latest. */
  final void parkUntil(long untilNanos) {
    Parking.parkUntil(engine.clock(), this, untilNanos);
  }

  /** The hold of this thread, valid or not; null if it has none. Any thread. */
  final @Nullable OwnedHold holdOf(Thread thread) {
    return holds.owners().of(thread);
  }

  final Holds holds() {
    return holds;
  }

  final Owners owners() {
    return holds.owners();
  }

  final Gates gates() {
    return context.gates();
  }

  /** Asks for all waiters that have a ticket of their own. With the monitor held. */
  protected final RollCall rollCall() {
    assert monitor.isHeldByCurrentThread();
    RollCall known = rollCall;
    if (known == null) {
      known = new RollCall(engine, verbs, keys, monitor);
      rollCall = known;
    }
    return known;
  }

  @Override
  protected Acquisition acquisitionFor(WaiterTicket ticket) {
    return new Acquisition(
        AcquireSpec.of(engine, verbs, ticket, keys, ticket.waiter.request.terms(), rollCall()));
  }

  // ---- coming and going

  /**
   * Takes the lock for the waiter, or has it wait.
   *
   * @return false if this gate is not in use any more: look for the present one
   */
  final boolean enter(Waiter waiter) {
    monitor.enter();
    try {
      if (isRetired) {
        return false;
      }
      waiter.entered(this);
      if (closedBy != null) {
        decide(waiter, new WaitResult.Failed(closedBy));
      } else {
        admit(waiter);
      }
      return true;
    } finally {
      monitor.leave();
    }
  }

  /** A nudged waiter has come: it takes the hold if that is still free. */
  final void come(Waiter waiter) {
    monitor.run(
        () -> {
          waiter.notNudged();
          admitNudged(waiter);
        });
  }

  /** A waiter gives up. False if it has a result already: that one stands. */
  final boolean leave(Waiter waiter) {
    monitor.enter();
    try {
      return dismiss(waiter);
    } finally {
      monitor.leave();
    }
  }

  /**
   * A waiter's time is over: is the lock another's, or is nothing known? If the very first question
   * is still on its way, its answer is waited for: it says whose the lock is, or that nobody knows.
   */
  final void timeOut(Waiter waiter) {
    monitor.run(() -> dismissLate(waiter));
  }

  /** Nobody here wants it any more: what the server answers to that. With the monitor held. */
  protected final void withdrawn(CompletableFuture<?> answer) {
    assert monitor.isHeldByCurrentThread();
    if (!answer.isDone() || withdrawal.isDone()) {
      withdrawal = answer;
    }
  }

  /**
   * For who has given up: completes when the server has acknowledged what was withdrawn here last,
   * so that a lock that nobody wants is free for others.
   */
  final CompletableFuture<?> withdrawal() {
    monitor.enter();
    try {
      return withdrawal;
    } finally {
      monitor.leave();
    }
  }

  // ---- tickets; with the monitor held

  /** Has a waiter wait with this ticket, which asks for it. */
  protected final void admitTo(WaiterTicket ticket) {
    assert monitor.isHeldByCurrentThread();
    assert ticket.monitor() == monitor : "a ticket of another gate";
    ticket.waiter.ticket = ticket;
    occupy(ticket);
    ticket.begin();
  }

  /** Has a waiter wait with this ticket, which asks for the lock beside a hold of this client. */
  protected final void admitBeside(WaiterTicket ticket, OwnedHold other) {
    assert monitor.isHeldByCurrentThread();
    ticket.waiter.ticket = ticket;
    occupy(ticket);
    ticket.begin(other.acquisition());
  }

  final void occupy(WaiterTicket ticket) {
    if (tickets.isEmpty()) {
      tickets = new HashSet<>();
    }
    tickets.add(ticket);
  }

  final void vacate(WaiterTicket ticket) {
    if (!tickets.isEmpty()) {
      tickets.remove(ticket);
    }
    vacated(ticket);
    retireIfIdle();
  }

  /** How many wait now. */
  final int waiting() {
    assert monitor.isHeldByCurrentThread();
    return tickets.size() + queueing();
  }

  /** Those with a ticket of their own. */
  final Set<WaiterTicket> tickets() {
    assert monitor.isHeldByCurrentThread();
    return tickets;
  }

  // ---- verdicts; with the monitor held

  /** Ends the wait like this. With the monitor held: the waiter is woken when that was let go. */
  protected final void decide(Waiter waiter, WaitResult result) {
    assert monitor.isHeldByCurrentThread();
    waiter.decide(result);
    if (waiter.mayBeAsleep()) {
      monitor.afterwards(waiter::wake);
    }
  }

  /** Whether somebody here owns it. With the monitor held. */
  protected final boolean isOwned() {
    assert monitor.isHeldByCurrentThread();
    return !owners().isEmpty();
  }

  /** Whether one owner has had it under this acquisition since then. With the monitor held. */
  protected final boolean isOwnedSince(Acquisition held, long nanos) {
    assert monitor.isHeldByCurrentThread();
    return owners().under(held).stream().anyMatch(hold -> hold.isOwnedSince(nanos));
  }

  /** Nobody waits for it any more. It may be held by now, and have been signalled. */
  static void discard(Acquisition asked) {
    var unused = asked.withdraw();
  }

  // ---- the end

  /** The client is closing: every hold is lost, every waiter fails. */
  final void close(Supplier<ClientClosedException> why) {
    monitor.run(
        () -> {
          closedBy = why;
          WaitResult failed = new WaitResult.Failed(why);
          dismissAll(failed);
          List.copyOf(tickets).forEach(ticket -> ticket.leave(failed));
          holds.loseAll(LossCause.CLIENT_CLOSED);
          retained().forEach(held -> holds.lose(held, LossCause.CLIENT_CLOSED));
          retireIfIdle();
        });
  }

  /** The last to go: if nothing is done, asked or had here, the name is not in use any more. */
  protected final void retireIfIdle() {
    assert monitor.isHeldByCurrentThread();
    if (tickets.isEmpty() && !isRetired && isIdle() && holds.areOver()) {
      isRetired = true;
      gates().remove(this);
    }
  }
}
