package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.server.Connector.Listening;
import io.holdfast.lock.core.time.Backoff;
import io.holdfast.lock.core.time.MonotonicClock;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The inbox of a client in one slot of a cluster: where it stands. Who opens it is {@link
 * SlotInboxes}. Any thread; never blocks.
 */
final class SlotInbox {

  /*
   *            begin                confirmed
   *   CLOSED ─────────► OPENING ───────────────► OPEN
   *     ▲                  │ refused               │ lost, left
   *     └──────────────────┴───────────────────────┘
   *
   * Each attempt to open it has a number, so that what comes of an earlier one changes nothing.
   */
  private enum State {
    CLOSED,
    OPENING,
    OPEN
  }

  private final int slot;
  private final String channel;
  private final MonotonicClock clock;
  private final Echoes echoes;
  private final ReentrantLock lock = new ReentrantLock(); // held for a few steps
  private volatile long usedNanos; // when somebody waited in this slot last
  // Written with the lock held.
  private volatile State state = State.CLOSED;
  private volatile @Nullable Listening at; // where it listens, or did last
  private volatile long openSinceNanos;
  private volatile long notBeforeNanos; // when it may be opened
  private @Nullable String openingAt;
  private int attempt;
  private int failures; // since it was last known to work
  private int expectedEnds; // of subscriptions that were given up
  private @Nullable Listening endsAt; // where those were

  SlotInbox(int slot, String channel, MonotonicClock clock, Echoes echoes) {
    this.slot = slot;
    this.channel = channel;
    this.clock = clock;
    this.echoes = echoes;
    this.usedNanos = clock.nanoTime();
    this.openSinceNanos = usedNanos;
    this.notBeforeNanos = usedNanos;
  }

  int slot() {
    return slot;
  }

  String channel() {
    return channel;
  }

  /** Whether messages can arrive, as far as is known. */
  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Where it listens, or did last. */
  @Nullable Listening at() {
    return at;
  }

  /** Whether it listens over this connection, or is about to listen somewhere. */
  boolean isAt(Listening node) {
    return state == State.OPENING || (state == State.OPEN && node.equals(at));
  }

  /** Whether somebody waited here within that time. */
  boolean wasUsedWithin(long nanos, long now) {
    return now - usedNanos <= nanos;
  }

  /** Somebody waits here. */
  void use() {
    usedNanos = clock.nanoTime();
  }

  /** Something was heard here. */
  void heard() {
    echoes.heard();
    works();
  }

  private void works() {
    if (failures > 0) {
      lock.lock();
      try {
        failures = 0;
      } finally {
        lock.unlock();
      }
    }
  }

  // ---- opening

  /** Whether nothing is under way, and nothing can arrive. */
  boolean isClosed() {
    return state == State.CLOSED;
  }

  /** When it may be opened. */
  long notBeforeNanos() {
    return notBeforeNanos;
  }

  /**
   * Begins an attempt: its number; 0 if it is not the time for one. One that is under way at
   * another node is given up.
   *
   * @param master of the slot, as far as is known
   */
  int begin(long now, @Nullable String master) {
    lock.lock();
    try {
      boolean isElsewhere = state == State.OPENING && master != null && !master.equals(openingAt);
      if (!isElsewhere && (state != State.CLOSED || now - notBeforeNanos < 0)) {
        return 0;
      }
      state = State.OPENING;
      openingAt = master;
      return ++attempt;
    } finally {
      lock.unlock();
    }
  }

  /** Whether an attempt is under way. */
  boolean isOpening() {
    return state == State.OPENING;
  }

  /**
   * The server has confirmed that it listens.
   *
   * @return whether messages may be missing. Those of the time before it listened here went to the
   *     other inbox, but not from servers that let a script publish in its slot only
   */
  boolean confirmed(int number, Listening where) {
    lock.lock();
    try {
      if (number != attempt || state != State.OPENING) {
        return false;
      }
      Listening before = at;
      state = State.OPEN;
      at = where;
      openSinceNanos = clock.nanoTime();
      echoes.heard();
      return before == null || before.connection() != where.connection();
    } finally {
      lock.unlock();
    }
  }

  /** That attempt has failed. */
  void refused(int number) {
    lock.lock();
    try {
      if (number == attempt && state == State.OPENING) {
        close();
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- closing

  /**
   * It does not listen there any more, as the connection is gone, or the slot.
   *
   * @return whether it did
   */
  boolean lost(Listening where) {
    lock.lock();
    try {
      Listening present = at;
      if (state != State.OPEN || present == null || present.connection() != where.connection()) {
        return false;
      }
      close();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** What was asked for will not be told: it has failed. */
  void notEnded(Listening where) {
    lock.lock();
    try {
      if (where.equals(endsAt)) {
        expectedEnds = 0;
      }
    } finally {
      lock.unlock();
    }
  }

  /** The server says that a subscription has ended. False if that is what was asked for. */
  boolean ended(Listening where) {
    lock.lock();
    try {
      if (expectedEnds > 0 && where.equals(endsAt)) {
        expectedEnds--;
        return false;
      }
      boolean wasOpen = lost(where);
      if (wasOpen) {
        at = null; // whatever comes next, messages may be missing
      }
      return wasOpen;
    } finally {
      lock.unlock();
    }
  }

  /** It is given up where it is now: the end of that is to be asked for. */
  @Nullable Listening leave() {
    lock.lock();
    try {
      if (state != State.OPEN) {
        return null;
      }
      close();
      if (!Objects.equals(at, endsAt)) {
        endsAt = at;
        expectedEnds = 0;
      }
      expectedEnds++;
      notBeforeNanos = clock.nanoTime();
      failures = 0;
      return at;
    } finally {
      lock.unlock();
    }
  }

  private void close() {
    long now = clock.nanoTime();
    state = State.CLOSED;
    notBeforeNanos = Backoff.againNanos(now, failures++);
  }

  // ---- echoes

  /** Whether it has been open since then. */
  boolean isOpenSince(long nanos) {
    return state == State.OPEN && openSinceNanos - nanos <= 0;
  }

  /** An echo was published here: whether nothing at all has come for too long. */
  boolean isEchoMissing(long sentNanos) {
    if (echoes.wasHeardSince(sentNanos)) {
      works();
    }
    return isOpenSince(sentNanos) && echoes.published(sentNanos);
  }
}
