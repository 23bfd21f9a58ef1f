package io.holdfast.lock.readwrite.gate;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.AcquireSpec;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.OwnedHold;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.PassingOn;
import io.holdfast.lock.core.gate.RecentNames;
import io.holdfast.lock.core.gate.TicketPerClientGate;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.gate.WaiterTicket;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The readers of one name in this client. They share one entry at the server, where they can. */
final class ReadGate extends TicketPerClientGate {

  /*
   *   no entry ──begin──► asks or is queued ──acquired──► an open entry ──► …
   *                                                        │  ▲  │
   *                              readers come and go, ─────┘  │  │ others are known to wait, and it
   *                              without the network ─────────┘  │ is older than a slice
   *                                                              ▼
   *                                            closed: who is in stays, who comes asks for the next
   *                                            entry, behind the writer; the last to go ends it
   *
   * Where reading goes on (the last entry ended less than a slice ago), an open entry that everybody
   * has left is kept for a slice or two, until a writer wants it; otherwise it is given back at once.
   * This client may end without a word meanwhile: so an entry that may be kept lasts for a claim lease
   * at the server, and for the whole lease only when readers have been in it without a break for a
   * while. An entry that lasts longer than a claim lease is given back at once, too. A reader enters
   * an entry that was asked for briefly only if it outlasts a command time-out; otherwise it asks for
   * the next entry.
   *
   * A reader whose lease is not the client's usual one, and one that holds the write lock, has an
   * entry of its own. While the latter is there the write lock is not passed on (CohortGate).
   */

  /** What the threads of this client have of the write lock. */
  interface WriteHolds {

    /** The valid hold of this thread; null if it has none. Enters no monitor. */
    @Nullable OwnedHold find(LockKeys keys, @Nullable Thread thread);
  }

  private final Engine engine;
  private final PassingOn sharing;
  private final LeaseTerms usual;
  private final RecentNames recent;
  private final WriteHolds writeHolds;
  // Entries beside a writer of this client. Changed under the monitor, read by the write lock's
  // gate.
  private final Set<Acquisition> besideWriter = ConcurrentHashMap.newKeySet();

  // Guarded by the monitor.
  private final ReadEntries entries = new ReadEntries();

  ReadGate(GateContext context, LockKeys keys, RecentNames recent, WriteHolds writeHolds) {
    super(context, keys, Owners.many());
    this.engine = context.engine();
    this.sharing = context.passingOn();
    this.usual = context.usualTerm();
    this.recent = recent;
    this.writeHolds = writeHolds;
  }

  /** Whether somebody here reads beside the writer that he is, or was when he began. Any thread. */
  boolean isReadUnderWriter() {
    return !besideWriter.isEmpty();
  }

  /** A writer here is about to ask: what nobody uses is given back before. */
  void yieldToWriter() {
    monitor().enter();
    try {
      for (ReadEntry entry : entries.idle()) {
        var unused = end(entry);
      }
      retireIfIdle();
    } finally {
      monitor().leave();
    }
  }

  // ---- coming and going

  @Override
  protected void admit(Waiter waiter) {
    OwnedHold writing = writeHolds.find(keys(), waiter.request().owner());
    ReadEntry open = writing == null ? openEntry(waiter) : null;
    if (open != null) {
      enter(waiter, open);
    } else if (writing != null) {
      admitBeside(new TicketBeside(this, waiter, writing), writing);
    } else if (!waiter.request().terms().equals(usual)) {
      admitTo(new WaiterTicket(this, waiter));
    } else if (waiter.isImpatient() && isQueuedForSure()) {
      decide(waiter, WaitResult.REFUSED);
    } else {
      enqueue(waiter);
    }
  }

  /** The entry that it may read under. A caller that would not wait does not overtake waiters. */
  private @Nullable ReadEntry openEntry(Waiter waiter) {
    ReadEntry newest = entries.newest();
    return newest != null
            && newest.isOpenTo(waiter.request().terms(), sharing, now())
            && !(waiter.isImpatient() && newest.isWanted())
        ? newest
        : null;
  }

  private void enter(Waiter waiter, ReadEntry entry) {
    entry.enter(now());
    give(waiter, entry.acquisition());
  }

  @Override
  protected Acquisition acquisitionFor(Waiter head) {
    Acquisition next = super.acquisitionFor(head);
    if (!entries.isEmpty() || isRecent()) {
      next.askBriefly();
    }
    return next;
  }

  @Override
  public boolean isInLongUse(Acquisition held) {
    ReadEntry entry = entries.of(held);
    return entry == null || entry.isUsedSince(now() - claimNanos() / 6);
  }

  private long claimNanos() {
    return engine.times().claimLease().toNanos();
  }

  private boolean isRecent() {
    return recent.isRecent(keys(), now(), sharing.sliceNanos());
  }

  @Override
  protected void afterLeave() {
    Acquisition asked = asked();
    if (asked != null && queueing() == 0) {
      forgetAsked();
      withdrawn(asked.end());
    }
    retireIfIdle();
  }

  // ---- letting go

  @Override
  protected CompletableFuture<Boolean> giveBack(Acquisition held) {
    ReadEntry entry = entries.of(held);
    if (entry == null) {
      besideWriter.remove(held);
      return held.end();
    }
    entry.leave(now());
    return entry.isIdle() ? keepOrEnd(entry) : CompletableFuture.completedFuture(true);
  }

  /** Nobody uses it now. */
  private CompletableFuture<Boolean> keepOrEnd(ReadEntry entry) {
    boolean isLong = entry.acquisition().mayOutlastItsClaim();
    if (!entry.isLively() || isLong || !entry.isOpenTo(usual, sharing, now()) || entry.isWanted()) {
      return end(entry);
    }
    entry.watch(this::lookAtIdle, sharing.sliceNanos());
    return CompletableFuture.completedFuture(true);
  }

  /** Is it idle since a slice? The watchdog's thread, without the monitor. */
  private void lookAtIdle(ReadEntry entry) {
    monitor().enter();
    try {
      if (!entry.isIdle()) {
        entry.unwatch(); // who leaves last will watch it again
      } else if (entries.has(entry) && entry.isIdleSince(now() - sharing.sliceNanos())) {
        var unused = end(entry);
        retireIfIdle();
      }
    } finally {
      monitor().leave();
    }
  }

  private CompletableFuture<Boolean> end(ReadEntry entry) {
    forget(entry);
    return entry.acquisition().end();
  }

  private void forget(ReadEntry entry) {
    entries.remove(entry);
    entry.unwatch();
    recent.happens(keys(), now());
  }

  @Override
  protected void adopt(Acquisition held) {
    if (held.isBesideAnother()) {
      besideWriter.add(held);
    }
  }

  @Override
  protected void ended(Acquisition gone) {
    besideWriter.remove(gone);
    ReadEntry entry = entries.of(gone);
    if (entry != null) {
      forget(entry);
    }
    if (asked() == gone) {
      forgetAsked();
    }
    begin();
  }

  @Override
  protected List<Acquisition> retained() {
    List<Acquisition> all = entries.acquisitions();
    all.addAll(super.retained());
    return all;
  }

  @Override
  protected boolean isIdle() {
    return super.isIdle() && entries.isEmpty();
  }

  /** Each asks for itself: what a roll call says of the one holder is not for readers. */
  @Override
  protected Acquisition acquisitionFor(WaiterTicket ticket) {
    LeaseTerms terms = ticket.waiter().request().terms();
    return new Acquisition(AcquireSpec.of(engine, context().verbs(), ticket, keys(), terms));
  }

  /**
   * No writer comes between the readers under one entry, so they have one token. A reader beside
   * its own write lock has the token of that: those behind it in the block are for later writers.
   * If the server has lost that write lock, others may have written since.
   */
  @Override
  protected long nextToken(Acquisition held, Waiter waiter, long arrival) {
    OwnedHold writing =
        TicketBeside.isBeside(held) ? writeHolds.find(keys(), waiter.request().owner()) : null;
    return writing == null ? held.grantedLease().firstToken() : writing.token();
  }

  // ---- word from the server

  @Override
  protected void queued(WaiterTicket ticket) {
    if (ticket instanceof TicketBeside beside) {
      beside.loseWriting(); // beside a writer nobody is queued
    }
  }

  @Override
  public void acquired(Acquisition held) {
    heard();
    forgetAsked();
    boolean isLively = held.isBrief() && isRecent();
    ReadEntry entry = new ReadEntry(held, isLively, engine);
    entries.add(entry);
    forEachWaiter(waiter -> enter(waiter, entry));
    if (entry.isIdle()) {
      var unused = end(entry);
    }
    retireIfIdle();
  }

  @Override
  public void wanted(Acquisition held) {
    ReadEntry entry = entries.of(held);
    if (entry != null && entry.isIdle()) {
      var unused = end(entry);
      retireIfIdle();
    }
  }

  @Override
  public void lost(Acquisition gone, LossCause cause) {
    if (asked() == gone || entries.of(gone) != null) {
      lose(gone, cause);
    }
  }
}
