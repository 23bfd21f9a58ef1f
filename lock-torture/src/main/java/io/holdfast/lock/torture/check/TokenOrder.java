package io.holdfast.lock.torture.check;

import java.util.List;
import java.util.function.Predicate;

/** What the tokens of a read-write lock say of the order in which they were given. */
final class TokenOrder {

  private final long[] writers; // sorted
  private final long[] readers; // sorted

  private TokenOrder(long[] writers, long[] readers) {
    this.writers = writers;
    this.readers = readers;
  }

  /** Of all calls of one lock. */
  static TokenOrder of(List<Call> calls) {
    return new TokenOrder(
        tokens(calls, call -> !ReadWriteModel.isShared(call)),
        tokens(calls, ReadWriteModel::isShared));
  }

  private static long[] tokens(List<Call> calls, Predicate<Call> ofKind) {
    return calls.stream()
        .filter(ReadWriteModel::isAcquisition)
        .filter(ofKind)
        .flatMapToLong(call -> call.token().stream())
        .sorted()
        .toArray();
  }

  /** Not below the last writer's, and below that of every writer that is still to come. */
  boolean allowsReader(ReadWriteState state, Call call) {
    if (call.token().isEmpty()) {
      return true;
    }
    long token = call.token().getAsLong();
    return token >= state.fence() && countBelow(writers, token + 1) == state.writes();
  }

  /** Above all before, and not above one that is still to come. */
  boolean allowsWriter(ReadWriteState state, Call call) {
    if (call.token().isEmpty()) {
      return true;
    }
    long token = call.token().getAsLong();
    return token > state.ceiling()
        && countBelow(writers, token) == state.writes()
        && countBelow(readers, token) == state.reads();
  }

  private static int countBelow(long[] sorted, long token) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < token) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
