package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.deadlock.Deadlocks;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.engine.BlockedVerbs;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Gathering;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Looks for the cycles that blocked threads are in: asks what the clients say that hold what these
 * wait for, then those that hold what their threads wait for, and so on. One thread.
 */
final class CycleSearch {

  private static final int MOST_CLIENTS = 50;

  private final Engine engine;
  private final BlockedVerbs server;
  private final Consumer<Runnable> later;
  private final List<Witness> starts;
  private final Consumer<Deadlocks> then;
  private final List<Witness> known;
  private final Set<String> asked = new HashSet<>();

  /**
   * Nobody was asked yet.
   *
   * @param later runs what is to be done with answers, in the one thread
   * @param starts threads of this client
   * @param then hears what is known in the end; at once, or later
   */
  CycleSearch(
      Engine engine,
      BlockedVerbs server,
      Consumer<Runnable> later,
      List<Witness> starts,
      Consumer<Deadlocks> then) {
    this.engine = engine;
    this.server = server;
    this.later = later;
    this.starts = starts;
    this.then = then;
    this.known = new ArrayList<>(starts);
    String label = ClientId.labelOf(engine.clientId());
    engine.blocked().threads().forEach(thread -> known.add(new Witness(label, thread)));
    asked.add(engine.clientId()); // what it would say is known
  }

  /** Begins, or goes on with what was heard. */
  void begin() {
    Deadlocks deadlocks = new Deadlocks(known);
    List<String> next =
        deadlocks.holdersBehind(starts).stream()
            .filter(client -> !asked.contains(client))
            .limit(MOST_CLIENTS + 1L - asked.size())
            .toList();
    if (next.isEmpty()) {
      then.accept(deadlocks);
    } else {
      ask(next);
    }
  }

  private void ask(List<String> clients) {
    asked.addAll(clients);
    Gathering<List<Witness>> gathering =
        new Gathering<>(
            clients.size(),
            answers ->
                later.accept(
                    () -> {
                      answers.forEach(known::addAll);
                      begin();
                    }));
    for (int i = 0; i < clients.size(); i++) {
      int index = i;
      server.ask(engine, clients.get(i), witnesses -> gathering.says(index, witnesses));
    }
  }
}
