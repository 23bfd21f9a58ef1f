package io.holdfast.lock.core.gate;

import io.holdfast.lock.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a hold, and who is to hear if it is lost. The state changes by
 * compare-and-set, by any thread; the cause and the callbacks change with the gate's monitor held.
 * A hold is one of these and has none, so that a free lock takes no object more.
 */
abstract class HoldState {

  /*
   *   GIVEN ──accept──► OWNED ──end──► ENDED
   *     │                 │              │ the server says that it was lost before
   *     └─lose, abandon───┴──────────────┴─► LOST ──tell──► TOLD
   */
  enum State {
    GIVEN,
    OWNED,
    ENDED,
    LOST,
    TOLD
  }

  private static final AtomicReferenceFieldUpdater<HoldState, State> STATE =
      AtomicReferenceFieldUpdater.newUpdater(HoldState.class, State.class, "state");

  private volatile State state = State.GIVEN;

  // Changed with the gate's monitor held. The cause is read without it, after the state.
  private @Nullable List<Consumer<LossCause>> callbacks;
  private @Nullable LossCause lossCause;

  /** Given by the gate, and not seen by its waiter yet. */
  HoldState() {}

  final State state() {
    return state;
  }

  /** Whether its owner has seen it, and it has not ended. */
  final boolean isOwned() {
    return state == State.OWNED;
  }

  // ---- any thread

  /** The waiter has seen it. False if it was lost before. */
  final boolean becomeOwned() {
    return STATE.compareAndSet(this, State.GIVEN, State.OWNED);
  }

  /** The waiter shall not see it any more. False if it has, or if it was lost before. */
  final boolean abandon() {
    return STATE.compareAndSet(this, State.GIVEN, State.LOST);
  }

  /** It ends by release. False if it has ended or was lost before. */
  final boolean end() {
    return STATE.compareAndSet(this, State.OWNED, State.ENDED);
  }

  /** Its loss is told, by the caller. False if that was done before, or if it is not lost. */
  final boolean becomeTold() {
    return STATE.compareAndSet(this, State.LOST, State.TOLD);
  }

  /** Why it was lost; its end by the clock, of which nobody says the cause, is the usual one. */
  final LossCause cause() {
    return lossCause == null ? LossCause.EXPIRED : lossCause;
  }

  // ---- with the monitor held

  /** It is lost, whatever it was before: that is returned. */
  final State becomeLost(LossCause cause) {
    lossCause = cause; // first: a thread that sees that it is lost knows why
    return STATE.getAndSet(this, State.LOST);
  }

  /** Keeps the callback; the cause if it is to run at once. */
  final Optional<LossCause> keep(Consumer<LossCause> callback) {
    if (state == State.LOST || state == State.TOLD) {
      return Optional.ofNullable(lossCause);
    }
    if (state == State.OWNED) {
      callbacks = callbacks == null ? new ArrayList<>(1) : callbacks;
      callbacks.add(callback);
    }
    return Optional.empty();
  }

  /** What is to be run now that it is lost; gives them away. */
  final List<Consumer<LossCause>> takeCallbacks() {
    List<Consumer<LossCause>> all = callbacks == null ? List.of() : callbacks;
    callbacks = null;
    return all;
  }
}
