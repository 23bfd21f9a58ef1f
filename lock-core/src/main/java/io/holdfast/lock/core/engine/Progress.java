package io.holdfast.lock.core.engine;

import java.util.concurrent.TimeUnit;

/**
 * Where an acquisition stands, and when something is to be done about it. Guarded by the monitor of
 * the gate, but for {@link #dueNanos()}.
 */
final class Progress {

  /*
   *            ask                 QUEUED               granted / ACQUIRED
   *   NEW ──────────► ASKING ─────────────► QUEUED ────────────────────────► HELD
   *                     │  ▲ failed: again    │ ▲ every third of the claim     │
   *                     │  └──────────────────┘ │ lease: ask again             │
   *                     └───────────────────────┴──────────┬───────────────────┘
   *                                                        ▼ end / succeedBy
   *                                                      ENDED   release or withdrawal,
   *                                                              until acknowledged (Releases)
   *
   * SERVED: of one that has its turn under another acquisition, where several may hold at a time.
   * Its ticket goes with that one, or after a slice, as it would keep out who is behind it; a grant
   * of it comes too late, and is given back (Serving).
   */
  enum State {
    NEW,
    ASKING,
    QUEUED,
    HELD,
    SERVED,
    ENDED
  }

  /** Far enough to mean: somebody else will set a time. */
  private static final long LATER_NANOS = TimeUnit.HOURS.toNanos(1);

  private final Engine engine;
  private State state = State.NEW;

  // Written under the monitor, read by the watchdog without it.
  private volatile long dueNanos;

  Progress(Engine engine) {
    this.engine = engine;
    this.dueNanos = engine.clock().nanoTime() + LATER_NANOS;
  }

  void become(State next) {
    state = next;
  }

  boolean is(State one) {
    return state == one;
  }

  /** Whether it has asked, and neither holds nor has ended. */
  boolean isWaiting() {
    return state == State.ASKING || state == State.QUEUED;
  }

  /** When it is due. Any thread. */
  long dueNanos() {
    return dueNanos;
  }

  void due(long nanos) {
    dueNanos = nanos;
    if (state != State.ENDED) {
      engine.watchdog().dueAt(nanos);
    }
  }

  /** Somebody else will set a time. */
  void dueLater() {
    due(engine.clock().nanoTime() + LATER_NANOS);
  }
}
