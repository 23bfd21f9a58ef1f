package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Call.Action;
import io.holdfast.lock.torture.check.ReadWriteState.Owner;
import io.holdfast.lock.torture.history.Mode;
import io.holdfast.lock.torture.history.OperationKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/*
 * Tokens say where an acquisition belongs. That of a writer is above all before, that of a reader
 * not below the last writer's and below the next's. So the writers' order is that of their tokens,
 * and between two of them come exactly those readers whose tokens lie between theirs:
 *
 *     w 10 | r 10  r 13  r 12 | w 14 | w 15 | r 20 ...
 *
 * A reader that is taken too early, or a writer while a reader of before is missing, leaves a call
 * that can never be taken; this is seen at once by counting, not after all that may come between has
 * been tried.
 *
 * If every acquisition has a token, then who comes in without waiting for the end of a lease may be
 * taken at once: readers commute, and no writer can come before. If moreover no refusal needs a
 * holder to explain it, releases may be taken at once, those of unknown outcome too: without a hold
 * that nobody speaks of any more all else is only easier. What is left to try are ends of leases.
 */

/**
 * A read-write lock: one writer, or any number of readers, each re-entrant, with fencing tokens. A
 * thread that writes may read, too. Each hold may end by itself, but not before its lease can be
 * over.
 */
final class ReadWriteModel implements Model<ReadWriteState> {

  private final TokenOrder order;
  private final boolean isOrdered; // by tokens, and nothing ends but by its owner or its lease
  private final boolean mayReleaseEarly;
  private final Map<Long, Long> lastCalls; // by hold: when it was invoked

  private ReadWriteModel(
      TokenOrder order, boolean isOrdered, boolean mayReleaseEarly, Map<Long, Long> lastCalls) {
    this.order = order;
    this.lastCalls = lastCalls;
    this.isOrdered = isOrdered;
    this.mayReleaseEarly = mayReleaseEarly;
  }

  /** For these calls: all that there are of one lock. */
  static ReadWriteModel of(List<Call> calls) {
    boolean isOrdered =
        calls.stream()
            .noneMatch(
                call ->
                    call.action() == Action.FORCE
                        || (isAcquisition(call) && call.token().isEmpty()));
    boolean isExplained =
        calls.stream().allMatch(call -> call.succeeded() || call.isContended() || !asks(call));
    Map<Long, Long> lastCalls = new HashMap<>();
    calls.forEach(call -> lastCalls.merge(call.hold(), call.invokedNanos(), Math::max));
    return new ReadWriteModel(TokenOrder.of(calls), isOrdered, isOrdered && isExplained, lastCalls);
  }

  /** Whether it was over before its owner could look: it has no token, and excludes nobody. */
  static boolean tellsNothing(Call call) {
    return isAcquisition(call)
        && call.token().isEmpty()
        && call.expiryNanos() <= call.invokedNanos();
  }

  static boolean isAcquisition(Call call) {
    return asks(call) && call.succeeded();
  }

  static boolean isShared(Call call) {
    return call.record().kind().mode() == Mode.SHARED;
  }

  private static boolean asks(Call call) {
    return call.action() == Action.ACQUIRE || call.action() == Action.RE_ACQUIRE;
  }

  @Override
  public ReadWriteState initial() {
    return ReadWriteState.FREE;
  }

  @Override
  public Optional<ReadWriteState> apply(ReadWriteState state, Call call) {
    if (call.returnedNanos() < state.floorNanos()) {
      return Optional.empty();
    }
    return switch (call.action()) {
      case ACQUIRE, RE_ACQUIRE -> {
        if (!call.succeeded()) {
          yield refused(state, call);
        }
        yield isShared(call) ? reads(state, call) : writes(state, call);
      }
      case RE_ENTER -> reEntered(state, call);
      case RELEASE, RELEASE_ALL -> released(state, call);
      case FORCE -> Optional.of(call.succeeded() ? forced(state, call) : state);
    };
  }

  @Override
  public boolean isCertain(ReadWriteState before, Call call, ReadWriteState after) {
    if (after.equals(before)) {
      return !call.isOptional() || call.action() != Action.FORCE;
    }
    if (call.isOptional()) {
      return mayReleaseEarly && isLastOfItsHold(call);
    }
    return switch (call.action()) {
      case ACQUIRE, RE_ACQUIRE ->
          isOrdered && (isShared(call) ? before.writer().equals(after.writer()) : before.isFree());
      case RE_ENTER -> isOrdered && call.succeeded();
      case RELEASE, RELEASE_ALL -> mayReleaseEarly && call.succeeded();
      case FORCE -> false;
    };
  }

  private boolean isLastOfItsHold(Call call) {
    return call.invokedNanos() == lastCalls.getOrDefault(call.hold(), Long.MIN_VALUE);
  }

  // --- acquisitions

  private Optional<ReadWriteState> reads(ReadWriteState state, Call call) {
    ReadWriteState before = state;
    if (state.writer().isPresent() && !isSameThread(state.writer().get(), call)) {
      if (!state.writer().get().mayBeOverBy(call)) {
        return Optional.empty();
      }
      before = state.expired(state.writer().get());
    }
    if (!isFirst(state, call) || !order.allowsReader(state, call)) {
      return Optional.empty();
    }
    ReadWriteState after = before.withReader(new Owner(call, 1));
    return Optional.of(call.token().isPresent() ? after.read(call.token().getAsLong()) : after);
  }

  /** A handle belongs to no thread. */
  private static boolean isSameThread(Owner writer, Call call) {
    OperationKind kind = call.record().kind();
    OperationKind held = writer.acquisition().record().kind();
    return kind != OperationKind.READ_HANDLE
        && kind != OperationKind.READ_ASYNC
        && held != OperationKind.ACQUIRE_HANDLE
        && held != OperationKind.ACQUIRE_ASYNC
        && call.record().pid() == writer.acquisition().record().pid()
        && call.record().thread() == writer.acquisition().record().thread();
  }

  private Optional<ReadWriteState> writes(ReadWriteState state, Call call) {
    List<Owner> holders = new ArrayList<>(state.readers().values());
    state.writer().ifPresent(holders::add);
    ReadWriteState before = state;
    for (Owner holder : holders) { // its own thread's too: who reads does not become a writer
      if (!holder.mayBeOverBy(call)) {
        return Optional.empty();
      }
      before = before.expired(holder);
    }
    if (!isFirst(state, call) || !order.allowsWriter(state, call)) {
      return Optional.empty();
    }
    ReadWriteState after = before.withWriter(Optional.of(new Owner(call, call.count().orElse(1))));
    return Optional.of(call.token().isPresent() ? after.written(call.token().getAsLong()) : after);
  }

  private static boolean isFirst(ReadWriteState state, Call call) {
    boolean isFirst = call.action() == Action.RE_ACQUIRE || call.count().orElse(1) == 1;
    return isFirst && state.find(call.hold()).isEmpty();
  }

  /** A refusal is right while another holds; otherwise there must be others who ask. */
  private static Optional<ReadWriteState> refused(ReadWriteState state, Call call) {
    boolean isHeld = state.writer().isPresent() || (!isShared(call) && !state.readers().isEmpty());
    return isHeld || call.isContended() ? Optional.of(state) : Optional.empty();
  }

  private static Optional<ReadWriteState> reEntered(ReadWriteState state, Call call) {
    if (!call.succeeded()) {
      return notHeld(state, call);
    }
    return state
        .find(call.hold())
        .filter(owner -> call.count().orElse(owner.count() + 1) == owner.count() + 1)
        .filter(owner -> call.token().isEmpty() || call.token().equals(owner.acquisition().token()))
        .map(owner -> state.counted(owner, owner.count() + 1));
  }

  // --- ends

  private static Optional<ReadWriteState> released(ReadWriteState state, Call call) {
    if (!call.succeeded()) {
      return notHeld(state, call);
    }
    Optional<Owner> held = state.find(call.hold());
    if (held.isEmpty()) { // over before a release that need not have happened: it has not
      return call.isOptional() ? Optional.of(state) : Optional.empty();
    }
    int left = call.action() == Action.RELEASE_ALL ? 0 : held.get().count() - 1;
    if (call.count().orElse(left) != left) {
      return Optional.empty();
    }
    return Optional.of(left == 0 ? state.without(held.get()) : state.counted(held.get(), left));
  }

  /** The call said that its hold is none: so it was, or it has just ended by itself. */
  private static Optional<ReadWriteState> notHeld(ReadWriteState state, Call call) {
    Optional<Owner> held = state.find(call.hold());
    if (held.isEmpty()) {
      return Optional.of(state);
    }
    return held.filter(owner -> owner.mayBeOverBy(call)).map(state::expired);
  }

  private static ReadWriteState forced(ReadWriteState state, Call call) {
    return call.record().kind() == OperationKind.READ_FORCE_UNLOCK
        ? state.withoutReaders()
        : state.withWriter(Optional.empty());
  }
}
