package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The calls of several processes at one semaphore, and what follows from them. */
final class SemaphoreStory {

  /** Permits that a process certainly had from the end of one call to the beginning of another. */
  private record Had(long askedNanos, long fromNanos, long untilNanos, int permits) {}

  /** The number was changed to this one at some time from {@code fromNanos} to {@code byNanos}. */
  private record Size(long fromNanos, long byNanos, int permits) {}

  private final List<Size> sizes = new ArrayList<>();
  private final Map<Long, Long> returned = new HashMap<>(); // of the dead, by process: when
  private final Duration slack;

  /**
   * The story of a semaphore that has this many permits from the beginning.
   *
   * @param slack for so long permits may go on to others although their number was reduced
   */
  SemaphoreStory(int permits, Duration slack) {
    sizes.add(new Size(Long.MIN_VALUE, Long.MIN_VALUE, permits));
    this.slack = slack;
  }

  /** Changes the number. */
  void resized(int permits, Runnable change) {
    long from = System.nanoTime();
    change.run();
    sizes.add(new Size(from, System.nanoTime(), permits));
  }

  /** Permits that a dead process has for certain are about to be given back in its place. */
  void returns(long pid) {
    returned.put(pid, System.nanoTime());
  }

  /** How many permits this process had for certain when it last wrote. */
  static int kept(History history, long pid) {
    int kept = 0;
    for (Operation operation : history.calls()) {
      if (operation.pid() == pid && operation.kind().effect() == Effect.ACQUIRES) {
        kept += operation.isOk() ? permits(operation) : 0;
      } else if (operation.pid() == pid) {
        kept -= permits(operation);
      }
    }
    return kept;
  }

  private static int permits(Operation operation) {
    return operation.facts().permits().orElseThrow();
  }

  /**
   * How many permits may be free at the end: fewer than all only by those that were asked for, or
   * released, without an answer.
   */
  static Set<Integer> expected(History history, int size) {
    Set<Integer> possible = new TreeSet<>(Set.of(size));
    for (Operation operation : history.calls()) {
      if (operation.completion().isEmpty() || operation.outcome() == Phase.INFO) {
        new ArrayList<>(possible).forEach(n -> possible.add(n - permits(operation)));
      }
    }
    return possible;
  }

  /**
   * Asserts that permits were never taken of a number that would not have allowed it: of those that
   * were out together, the last were taken after all of them were asked for.
   *
   * @return how many were out at most
   */
  int assertNeverTooManyOut(History history) {
    List<Had> all = had(history);
    List<Had> active = new ArrayList<>();
    int most = 0;
    for (Had next : all) {
      active.removeIf(had -> had.untilNanos() <= next.fromNanos());
      active.add(next);
      int out = active.stream().mapToInt(Had::permits).sum();
      long asked = active.stream().mapToLong(Had::askedNanos).max().orElseThrow();
      assertThat(out)
          .as("out together: %s", active)
          .isLessThanOrEqualTo(mostBetween(asked - slack.toNanos(), next.fromNanos()));
      most = Math.max(most, out);
    }
    return most;
  }

  private int mostBetween(long fromNanos, long untilNanos) {
    int most = 0;
    for (int i = 0; i < sizes.size(); i++) {
      Size size = sizes.get(i);
      long endNanos = i + 1 < sizes.size() ? sizes.get(i + 1).byNanos() : Long.MAX_VALUE;
      if (size.fromNanos() <= untilNanos && endNanos >= fromNanos) {
        most = Math.max(most, size.permits());
      }
    }
    return most;
  }

  private List<Had> had(History history) {
    Map<Long, Long> releases = new HashMap<>();
    for (Operation operation : history.calls()) {
      if (operation.kind().effect() == Effect.RELEASES) {
        releases.put(operation.facts().hold().orElseThrow(), operation.invokedNanos());
      }
    }
    return history.calls().stream()
        .filter(operation -> operation.kind().effect() == Effect.ACQUIRES && operation.isOk())
        .map(
            operation ->
                new Had(
                    operation.invokedNanos(),
                    operation.completedNanos().orElseThrow(),
                    releases.getOrDefault(
                        operation.facts().hold().orElseThrow(),
                        returned.getOrDefault(operation.pid(), Long.MAX_VALUE)),
                    permits(operation)))
        .sorted(Comparator.comparingLong(Had::fromNanos))
        .toList();
  }
}
