package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.time.Backoff;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The inbox of a client in one slot of a cluster. Any thread; never blocks. */
final class SlotInbox {

  /*
   *              attend                confirmed              idle
   *   CLOSED ──────────────► OPENING ─────────────► OPEN ──────────────► LEAVING
   *     ▲                       │ refused            │ lost                 │
   *     └───────────────────────┴────────────────────┴──────────────────────┘
   */
  private enum State {
    CLOSED,
    OPENING,
    OPEN,
    LEAVING
  }

  private final int slot;
  private final String channel;
  private final Connector connector;
  private final MonotonicClock clock;
  private final Echoes echoes;
  private final SlotInboxes owner;
  private final ReentrantLock lock = new ReentrantLock(); // held for a few steps
  // Written with the lock held.
  private volatile State state = State.CLOSED;
  private volatile long openSinceNanos;
  private volatile long usedNanos;
  private Connector.@Nullable Listening at; // where it listens, or will
  private boolean mayHaveMissed; // messages, as it was open before
  private int failures;
  private long notBeforeNanos;

  SlotInbox(
      int slot,
      String channel,
      Connector connector,
      MonotonicClock clock,
      Echoes echoes,
      SlotInboxes owner) {
    this.slot = slot;
    this.channel = channel;
    this.connector = connector;
    this.clock = clock;
    this.echoes = echoes;
    this.owner = owner;
    this.usedNanos = clock.nanoTime();
    this.notBeforeNanos = usedNanos;
  }

  int slot() {
    return slot;
  }

  boolean isAt(String otherChannel) {
    return channel.equals(otherChannel);
  }

  /** Whether messages can arrive, as far as is known. */
  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Something was heard here. */
  void heard() {
    echoes.heard();
  }

  /** Somebody waits in this slot. */
  void use() {
    usedNanos = clock.nanoTime();
  }

  /** Somebody waits in this slot: opens it, if it is not open at the master of the slot. */
  void attend(StatefulRedisPubSubConnection<String, String> over) {
    if (state == State.OPEN && hasMoved(over)) {
      closed(null);
    }
    if (state == State.CLOSED) {
      open(over);
    }
  }

  /** Opens it again, for those who have waited here. */
  void goOn(StatefulRedisPubSubConnection<String, String> over) {
    if (state == State.CLOSED) {
      open(over);
    }
  }

  private boolean hasMoved(StatefulRedisPubSubConnection<String, String> over) {
    Connector.Listening where = where();
    return where != null
        && connector.masterOf(slot, over).filter(node -> !node.equals(where.nodeId())).isPresent();
  }

  private Connector.@Nullable Listening where() {
    lock.lock();
    try {
      return at;
    } finally {
      lock.unlock();
    }
  }

  private void open(StatefulRedisPubSubConnection<String, String> over) {
    lock.lock();
    try {
      if (state != State.CLOSED || clock.nanoTime() - notBeforeNanos < 0) {
        return;
      }
      state = State.OPENING;
      at = null;
    } finally {
      lock.unlock();
    }
    CompletionStage<Void> opening;
    try {
      opening = connector.listenIn(slot, over).thenCompose(this::subscribe);
    } catch (RuntimeException | Error e) {
      opening = CompletableFuture.failedFuture(e);
    }
    opening.whenComplete(
        (done, thrown) -> {
          if (thrown != null) {
            refused(thrown);
          }
        });
  }

  private CompletionStage<Void> subscribe(Connector.Listening node) {
    lock.lock();
    try {
      if (state != State.OPENING) {
        return CompletableFuture.completedFuture(null);
      }
      at = node;
    } finally {
      lock.unlock();
    }
    owner.hearAt(node.connection());
    return node.connection().async().ssubscribe(channel).thenRun(() -> opened(node.connection()));
  }

  private void refused(Throwable failure) {
    boolean isMissing = owner.isMissing(failure);
    lock.lock();
    try {
      if (state != State.OPENING) {
        return;
      }
      state = State.CLOSED;
      notBeforeNanos = Backoff.againNanos(clock.nanoTime(), failures++);
    } finally {
      lock.unlock();
    }
    if (!isMissing) {
      lookAgain(); // the slot may be elsewhere
    }
  }

  private void lookAgain() {
    try {
      connector.refreshTopology();
    } catch (RuntimeException e) {
      // whoever waits attends again, and then it is tried again
    }
  }

  /** The server has said that it listens: at first, or again after that connection was away. */
  void opened(StatefulRedisPubSubConnection<String, String> connection) {
    boolean isAgain;
    lock.lock();
    try {
      boolean isHere = at != null && at.connection() == connection;
      if (!isHere || (state != State.OPENING && state != State.CLOSED)) {
        return;
      }
      state = State.OPEN;
      openSinceNanos = clock.nanoTime();
      echoes.heard();
      failures = 0;
      isAgain = mayHaveMissed;
      mayHaveMissed = true;
    } finally {
      lock.unlock();
    }
    if (isAgain) {
      owner.reopened(slot);
    }
  }

  /**
   * The connection is down, or closed. Lettuce may subscribe again over it.
   *
   * @param connection null if it is closed for good
   */
  void closed(@Nullable StatefulRedisPubSubConnection<String, String> connection) {
    lock.lock();
    try {
      boolean isHere = connection == null || (at != null && at.connection() == connection);
      if (isHere && state != State.CLOSED) {
        state = State.CLOSED;
        notBeforeNanos = clock.nanoTime();
        if (connection == null) {
          at = null;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The server says that it listens no more: as we wished, or as the slot has moved. */
  void ended(StatefulRedisPubSubConnection<String, String> connection) {
    boolean wasWished;
    lock.lock();
    try {
      if (at == null || at.connection() != connection) {
        return;
      }
      wasWished = state == State.LEAVING;
      state = State.CLOSED;
      at = null;
      notBeforeNanos = clock.nanoTime();
    } finally {
      lock.unlock();
    }
    if (!wasWished) {
      owner.moved(this);
    }
  }

  /**
   * An echo was published for a question that was sent then.
   *
   * @return whether it was published here
   */
  boolean echoed(
      StatefulRedisPubSubConnection<String, String> over, long sentNanos, long listeners) {
    if (state != State.OPEN || openSinceNanos - sentNanos > 0) {
      return false;
    }
    if (listeners == 0) { // the slot has moved, and the server has not said so
      closed(null);
      lookAgain();
      attend(over);
    } else if (echoes.published(sentNanos)) {
      Connector.Listening where = where();
      closed(null);
      if (where != null) {
        where.connection().closeAsync(); // it only looks open
      }
      attend(over);
    }
    return true;
  }

  /**
   * Stops listening if nobody has waited for so long.
   *
   * @return whether it is closed, and can be forgotten
   */
  boolean leaveIfIdle(long now, long longestNanos) {
    StatefulRedisPubSubConnection<String, String> connection;
    lock.lock();
    try {
      if (now - usedNanos <= longestNanos) {
        return false;
      }
      if (state != State.OPEN || at == null) {
        return state == State.CLOSED;
      }
      connection = at.connection();
      state = State.LEAVING;
    } finally {
      lock.unlock();
    }
    try {
      connection.async().sunsubscribe(channel);
    } catch (RuntimeException e) {
      closed(null); // nobody listens at it
    }
    return false;
  }
}
