package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.deadlock.Deadlocks;
import io.holdfast.lock.core.deadlock.Deadlocks.Cycle;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.engine.BlockedVerbs;
import io.holdfast.lock.core.engine.Gathering;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Looks for a circle that a blocked thread is in: asks what the clients say that hold what it waits
 * for, then those that hold what these wait for, and so on. Each answer begins the next question.
 */
final class CycleSearch {

  private static final int MOST_CLIENTS = 50;

  private final BlockedVerbs server;
  private final Witness start;
  private final Consumer<Cycle> found;
  private final List<Witness> known;
  private final Set<String> asked = new HashSet<>();

  /**
   * Nobody was asked yet.
   *
   * @param here what is known without asking
   * @param found hears of the circle if there is one; on any thread
   */
  CycleSearch(BlockedVerbs server, Witness start, List<Witness> here, Consumer<Cycle> found) {
    this.server = server;
    this.start = start;
    this.found = found;
    this.known = new ArrayList<>(List.of(start));
    known.addAll(here);
  }

  /** Begins; or goes on, with what was heard. */
  void begin() {
    Deadlocks deadlocks = new Deadlocks(known);
    Optional<Cycle> cycle = deadlocks.cycleOf(start);
    if (cycle.isPresent()) {
      found.accept(cycle.get());
      return;
    }
    List<String> next =
        deadlocks.reachableFrom(start).stream()
            .flatMap(one -> one.thread().holders().stream())
            .distinct()
            .filter(client -> !asked.contains(client))
            .limit(MOST_CLIENTS - asked.size())
            .toList();
    if (!next.isEmpty()) {
      ask(next);
    }
  }

  private void ask(List<String> clients) {
    asked.addAll(clients);
    Gathering<List<Witness>> gathering =
        new Gathering<>(
            clients.size(),
            answers -> {
              answers.forEach(known::addAll);
              begin();
            });
    for (int i = 0; i < clients.size(); i++) {
      int index = i;
      server.ask(clients.get(i), witnesses -> gathering.says(index, witnesses));
    }
  }
}
