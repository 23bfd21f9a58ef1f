package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Event;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A re-entrant lock with an owner, a hold count and a fencing token. A hold may end by itself, but
 * not before its lease can be over.
 */
final class MutexModel implements Model<MutexModel.State> {

  private final long[] tokens; // sorted

  private MutexModel(long[] tokens) {
    this.tokens = tokens;
  }

  /**
   * For these calls: all that there are of one lock. Tokens rise, so they say which comes next:
   * taking one before an acquisition with a lower token leaves one that can never be taken.
   */
  static MutexModel of(List<Call> calls) {
    return new MutexModel(
        calls.stream()
            .filter(Call::succeeded)
            .filter(MutexModel::isAcquisition)
            .flatMapToLong(call -> call.token().stream())
            .sorted()
            .toArray());
  }

  private static boolean isAcquisition(Call call) {
    return call.action() == Call.Action.ACQUIRE || call.action() == Call.Action.RE_ACQUIRE;
  }

  /**
   * Its state.
   *
   * @param holder the hold that there is
   * @param count its count
   * @param fence the highest token given so far
   * @param expiryNanos from when on the hold may end by itself
   * @param floorNanos the latest such end so far: all that follows took effect after it
   */
  record State(OptionalLong holder, int count, long fence, long expiryNanos, long floorNanos) {

    boolean isHeldBy(long hold) {
      return holder.isPresent() && holder.getAsLong() == hold;
    }

    State free() {
      return new State(OptionalLong.empty(), 0, fence, Long.MAX_VALUE, floorNanos);
    }

    /** The hold has ended by itself. */
    State expired() {
      return new State(
          OptionalLong.empty(), 0, fence, Long.MAX_VALUE, Math.max(floorNanos, expiryNanos));
    }

    @Override
    public String toString() {
      return holder.isEmpty()
          ? "free"
          : "held by %s, count %s, token %s"
              .formatted(Event.shortHold(holder.getAsLong()), count, fence);
    }
  }

  @Override
  public State initial() {
    return new State(OptionalLong.empty(), 0, 0, Long.MAX_VALUE, Long.MIN_VALUE);
  }

  @Override
  public Optional<State> apply(State state, Call call) {
    if (call.returnedNanos() < state.floorNanos()) {
      return Optional.empty();
    }
    return switch (call.action()) {
      case ACQUIRE, RE_ACQUIRE -> call.succeeded() ? acquired(state, call) : refused(state, call);
      case RE_ENTER -> reEntered(state, call);
      case RELEASE, RELEASE_ALL -> released(state, call);
      case FORCE -> Optional.of(call.succeeded() ? state.free() : state);
    };
  }

  private static boolean mayExpireBy(State state, Call call) {
    return call.returnedNanos() >= state.expiryNanos();
  }

  private Optional<State> acquired(State state, Call call) {
    State before = state;
    if (state.holder().isPresent()) {
      if (!mayExpireBy(state, call)) {
        return Optional.empty();
      }
      before = state.expired();
    }
    long token = call.token().orElse(state.fence());
    boolean rises =
        call.token().isEmpty() || (token > state.fence() && token == nextAbove(state.fence()));
    boolean isFirst = call.count().orElse(1) == 1 || call.action() == Call.Action.RE_ACQUIRE;
    if (!rises || !isFirst) {
      return Optional.empty();
    }
    return Optional.of(
        new State(
            OptionalLong.of(call.hold()),
            call.count().orElse(1),
            token,
            call.expiryNanos(),
            before.floorNanos()));
  }

  /** The lowest token above this one; this one if it is the last. */
  private long nextAbove(long fence) {
    int found = Arrays.binarySearch(tokens, fence + 1);
    int at = found >= 0 ? found : -found - 1;
    return at < tokens.length ? tokens[at] : fence;
  }

  /** A refusal is right while another holds; otherwise there must be others who ask. */
  private static Optional<State> refused(State state, Call call) {
    boolean isRight = state.holder().isPresent() || call.isContended();
    return isRight ? Optional.of(state) : Optional.empty();
  }

  private static Optional<State> reEntered(State state, Call call) {
    if (!call.succeeded()) {
      return notHeld(state, call);
    }
    int count = state.count() + 1;
    boolean isRight =
        state.isHeldBy(call.hold())
            && call.count().orElse(count) == count
            && call.token().orElse(state.fence()) == state.fence();
    return isRight
        ? Optional.of(
            new State(
                state.holder(), count, state.fence(), state.expiryNanos(), state.floorNanos()))
        : Optional.empty();
  }

  private static Optional<State> released(State state, Call call) {
    if (!call.succeeded()) {
      return notHeld(state, call);
    }
    if (!state.isHeldBy(call.hold())) {
      return Optional.empty();
    }
    int left = call.action() == Call.Action.RELEASE_ALL ? 0 : state.count() - 1;
    if (call.count().orElse(left) != left) {
      return Optional.empty();
    }
    return Optional.of(
        left == 0
            ? state.free()
            : new State(
                state.holder(), left, state.fence(), state.expiryNanos(), state.floorNanos()));
  }

  /** The call said that its hold is none: so it was, or it has just ended by itself. */
  private static Optional<State> notHeld(State state, Call call) {
    if (!state.isHeldBy(call.hold())) {
      return Optional.of(state);
    }
    return mayExpireBy(state, call) ? Optional.of(state.expired()) : Optional.empty();
  }
}
