package io.holdfast.lock.testkit.local;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LockListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One client of a space: what stands for one process among others. Knows which of its threads hold
 * what, and who of them has still to be told of a loss.
 */
final class LocalClient {

  /**
   * What a client is like.
   *
   * @param label its name for people
   * @param lease the length of renewed leases
   * @param executor where callbacks run; threads of our own if there is none
   * @param listeners what hears of its locks
   */
  record Settings(
      String label, Duration lease, Optional<Executor> executor, List<LockListener> listeners) {

    private static final Duration LEASE = Duration.ofSeconds(30);

    /** The usual lease, callbacks on our own threads. */
    static Settings of(String label, List<LockListener> listeners) {
      return new Settings(label, LEASE, Optional.empty(), listeners);
    }
  }

  private record Owner(String lockName, Thread thread) {}

  private final LocalSpace space;
  private final Settings settings;
  private final LocalCallbacks callbacks;
  private final LocalEvents events;

  /** Holds of threads, and lost ones of which they are still to be told; guarded by the space. */
  private final Map<Owner, LocalHold> owners = new HashMap<>();

  private boolean isClosed; // guarded by the space

  LocalClient(LocalSpace space, Settings settings) {
    this.space = space;
    this.settings = settings;
    this.callbacks = new LocalCallbacks(settings.executor().orElse(null));
    this.events = new LocalEvents(callbacks, settings.label(), settings.listeners());
  }

  LocalSpace space() {
    return space;
  }

  String label() {
    return settings.label();
  }

  Duration lease() {
    return settings.lease();
  }

  LocalCallbacks callbacks() {
    return callbacks;
  }

  LocalEvents events() {
    return events;
  }

  /** Ends all that it holds and waits for. */
  void close() {
    synchronized (space) {
      if (!isClosed) {
        isClosed = true;
        space.inAll(queue -> queue.forget(this));
      }
    }
  }

  // ---- the rest is called under the space's monitor

  void requireOpen(String lockName) {
    if (isClosed) {
      throw closed(lockName);
    }
  }

  ClientClosedException closed(String lockName) {
    return new ClientClosedException(
        "Lock '%s': client '%s' is closed".formatted(lockName, label()));
  }

  /** Puts the claim to the queue. */
  boolean ask(LocalQueue queue, LocalClaim claim) {
    if (isClosed) {
      claim.isClosed();
    } else {
      queue.claim(claim);
    }
    return !isClosed;
  }

  /** A hold begins. */
  void holds(LocalHold hold) {
    Thread thread = hold.owner();
    if (thread != null) {
      owners.keySet().removeIf(owner -> !owner.thread.isAlive());
      owners.put(new Owner(hold.lockName(), thread), hold);
    }
  }

  /** Nobody will be told of this hold any more. */
  void forget(LocalHold hold) {
    Thread thread = hold.owner();
    if (thread != null) {
      owners.remove(new Owner(hold.lockName(), thread), hold);
    }
  }

  private @Nullable LocalHold known(String lockName) {
    return owners.get(new Owner(lockName, Thread.currentThread()));
  }

  /** The hold of the current thread. */
  Optional<LocalHold> find(String lockName) {
    return Optional.ofNullable(known(lockName)).filter(LocalHold::isHeld);
  }

  /** The hold of the current thread; if it has none it is told of its loss, or that it has none. */
  LocalHold require(String lockName) {
    LocalHold hold = known(lockName);
    if (hold == null) {
      requireOpen(lockName);
      throw new IllegalMonitorStateException(
          "Lock '%s': not held by %s".formatted(lockName, Thread.currentThread()));
    }
    if (hold.isLost()) {
      forget(hold);
      throw hold.telling();
    }
    return hold;
  }

  /** The hold of the current thread, for one that looks and may not be the one that is told. */
  Optional<LocalHold> look(String lockName) {
    requireOpen(lockName);
    LocalHold hold = known(lockName);
    if (hold != null && hold.isLost()) {
      hold.show();
    }
    return find(lockName);
  }

  /** Whether the current thread holds the lock; then it does so once more. */
  boolean enterAgain(String lockName) {
    LocalHold hold = known(lockName);
    if (hold == null) {
      return false;
    }
    if (hold.isLost()) {
      forget(hold);
      if (!hold.isShown()) {
        throw hold.telling();
      }
      return false;
    }
    hold.enterAgain();
    return true;
  }
}
