package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.Mode;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds the turns in the history of one lock. */
final class Turns {

  private final History history;
  private final Map<Long, Operation> operations = new HashMap<>();
  private final Map<Long, Draft> open = new LinkedHashMap<>(); // by hold
  private final Map<Long, Ending> ending = new HashMap<>(); // by the operation that ends it
  private final List<Turn> over = new ArrayList<>();

  private Turns(History history) {
    this.history = history;
    history
        .operations()
        .forEach(operation -> operations.put(operation.invocation().operation(), operation));
  }

  /** By time of their beginning. */
  static List<Turn> of(History history) {
    Turns turns = new Turns(history);
    history.events().forEach(turns::take);
    turns.ending.values().forEach(late -> turns.end(late, Optional.empty()));
    turns.open.values().forEach(turns::leaveOpen);
    return turns.over.stream().sorted(Comparator.comparingLong(Turn::beginNanos)).toList();
  }

  private void take(Event event) {
    long hold = holdOf(event);
    switch (event.kind().effect()) {
      case ACQUIRES -> {
        if (event.phase() == Phase.OK) {
          begin(hold, event);
        }
      }
      case RE_ENTERS -> {
        if (event.phase() == Phase.OK) {
          extend(hold, event);
        }
      }
      case RELEASES -> release(hold, event);
      case AWAITS -> {
        release(hold, event);
        if (event.phase() == Phase.OK) {
          begin(hold, event);
        }
      }
      case FORCES -> {
        if (event.phase() == Phase.INVOKE) {
          open.values().stream()
              .filter(draft -> isMeant(event.kind(), draft))
              .forEach(draft -> draft.forced(event.nanos()));
        }
      }
      case NOTHING -> {
        if (event.kind() == OperationKind.HOLD) {
          hear(hold, event);
        }
      }
    }
  }

  /** Readers are forced by the read lock, all others by the other one. */
  private static boolean isMeant(OperationKind force, Draft draft) {
    boolean isReader = draft.acquisition.kind().mode() == Mode.SHARED;
    return isReader == (force == OperationKind.READ_FORCE_UNLOCK);
  }

  /** An operation that does not name a hold gets one of its own id. */
  private long holdOf(Event event) {
    Operation operation = operations.get(event.operation());
    OptionalLong named = operation == null ? event.facts().hold() : operation.facts().hold();
    return named.orElse(event.operation());
  }

  private void begin(long hold, Event event) {
    Operation acquisition = operations.get(event.operation());
    if (acquisition == null || open.containsKey(hold)) {
      extend(hold, event);
      return;
    }
    open.put(hold, new Draft(acquisition, event, hold));
  }

  private void release(long hold, Event event) {
    if (event.phase() == Phase.INVOKE) {
      extend(hold, event);
      boolean isLast =
          event.kind().effect() == Effect.AWAITS || event.facts().holdCount().orElse(0) == 0;
      Draft draft = isLast ? open.remove(hold) : null;
      if (draft != null) {
        ending.put(event.operation(), new Ending(draft, event));
      }
    } else if (event.phase().isEnd()) {
      Ending called = ending.remove(event.operation());
      if (called != null && Calls.wasNeverGivenUp(event)) {
        open.put(hold, called.draft);
      } else if (called != null) {
        end(called, Optional.of(event));
      }
    }
  }

  private void end(Ending called, Optional<Event> acknowledged) {
    over.add(
        called.draft.toTurn(
            Optional.of(called.release), acknowledged, lastSeenNanos(called.draft)));
  }

  private void leaveOpen(Draft draft) {
    over.add(draft.toTurn(Optional.empty(), Optional.empty(), lastSeenNanos(draft)));
  }

  private long lastSeenNanos(Draft draft) {
    return history.lastSeenNanos(draft.begin.pid());
  }

  private void hear(long hold, Event event) {
    if (event.phase() == Phase.LOST) {
      Draft draft = open.get(hold);
      if (draft != null) {
        draft.lost(event.nanos());
      }
    } else {
      extend(hold, event);
    }
  }

  private void extend(long hold, Event event) {
    OptionalLong deadline = event.facts().deadlineNanos();
    Draft draft = open.get(hold);
    if (draft != null && deadline.isPresent()) {
      draft.believes(deadline.getAsLong());
    }
  }

  /** A turn while it goes on. */
  private static final class Draft {

    private final Operation acquisition;
    private final Event begin;
    private final long hold;
    private OptionalLong deadlineNanos;
    private OptionalLong lossNanos = OptionalLong.empty();
    private OptionalLong forcedNanos = OptionalLong.empty();

    Draft(Operation acquisition, Event begin, long hold) {
      this.acquisition = acquisition;
      this.begin = begin;
      this.hold = hold;
      this.deadlineNanos = begin.facts().deadlineNanos();
    }

    void believes(long nanos) {
      deadlineNanos = OptionalLong.of(Math.max(nanos, deadlineNanos.orElse(nanos)));
    }

    void lost(long nanos) {
      lossNanos = OptionalLong.of(lossNanos.orElse(nanos));
    }

    void forced(long nanos) {
      forcedNanos = OptionalLong.of(forcedNanos.orElse(nanos));
    }

    Turn toTurn(Optional<Event> end, Optional<Event> acknowledged, long lastSeenNanos) {
      return new Turn(
          acquisition,
          begin,
          hold,
          end,
          acknowledged,
          deadlineNanos,
          lossNanos,
          forcedNanos,
          lastSeenNanos);
    }
  }

  /** A turn whose release was called and has not returned. */
  private record Ending(Draft draft, Event release) {}
}
