package io.holdfast.lock.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Shows who holds and who waits while it happens. */
final class Timeline {

  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final History history;
  private final Screen screen;

  Timeline(History history, Screen screen) {
    this.history = history;
    this.screen = screen;
  }

  /** One line for every turn, for so long. */
  void everyTurn(Duration length) throws InterruptedException {
    long start = System.nanoTime();
    int shown = history.turns().size();
    while (System.nanoTime() - start < length.toNanos()) {
      pause(LOOK);
      List<Turn> turns = history.turns();
      // A turn is shown when the release before it has been reported too, by another process.
      while (shown < turns.size() && (shown == 0 || isComplete(turns, shown))) {
        show(turns, shown);
        shown++;
      }
    }
  }

  private static boolean isComplete(List<Turn> turns, int index) {
    return turns.get(index - 1).releasedNanos().isPresent();
  }

  private void show(List<Turn> turns, int index) {
    Turn turn = turns.get(index);
    OptionalLong handOver =
        index == 0 ? OptionalLong.empty() : turn.handOverNanos(turns.get(index - 1));
    String how =
        handOver.isPresent()
            ? String.format(
                Locale.ROOT,
                "hand-over from %s in %6s",
                turns.get(index - 1).worker(),
                Text.micros(handOver.getAsLong()))
            : "the lock was free";
    screen.at(
        turn.acquiredNanos(),
        "%s holds  token %s  %-33s  waiting: %s"
            .formatted(turn.worker(), turn.token(), how, names(waitingBut(turn.worker()))));
  }

  private List<String> waitingBut(String holder) {
    return history.waiting().stream().filter(name -> !name.equals(holder)).toList();
  }

  /** One line a second: how many turns, how fast they were handed over, who holds, who waits. */
  void everySecond(Duration length) throws InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    long from = System.nanoTime();
    while (from < end) {
      pause(Duration.ofNanos(Math.min(STEP.toNanos(), end - from)));
      long to = System.nanoTime();
      List<Turn> turns = between(from, to);
      HandOvers handOvers = HandOvers.of(turns);
      String holder = history.holder().orElse("in hand-over");
      screen.at(
          to,
          String.format(
              Locale.ROOT,
              "%5s turns  hand-over median %6s, p99 %7s  holds: %s  waiting: %s",
              turns.size(),
              Text.micros(handOvers.median()),
              Text.micros(handOvers.p99()),
              holder,
              names(waitingBut(holder))));
      from = to;
    }
  }

  private List<Turn> between(long from, long to) {
    return history.turns().stream()
        .filter(turn -> turn.acquiredNanos() >= from && turn.acquiredNanos() < to)
        .toList();
  }

  /** Lets time pass; fails if a worker is in trouble. */
  void pause(Duration length) throws InterruptedException {
    Optional<Object> nothing = history.await(length, Optional::empty);
    if (nothing.isPresent()) {
      throw new IllegalStateException("nothing was awaited, and came");
    }
  }

  static String names(List<String> names) {
    return names.isEmpty() ? "nobody" : String.join(" ", names);
  }
}
