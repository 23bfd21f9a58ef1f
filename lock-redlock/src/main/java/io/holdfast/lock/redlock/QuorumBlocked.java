package io.holdfast.lock.redlock;

import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.engine.BlockedVerbs;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Gathering;
import io.holdfast.lock.core.engine.ReplyTimeout;
import io.holdfast.lock.core.server.Outcome;
import java.util.List;
import java.util.function.Consumer;

/** What the nodes are told, and asked, of blocked threads: each knows the client by another id. */
record QuorumBlocked(Quorum quorum) implements BlockedVerbs {

  @Override
  public void tell(Engine unused, Object source, List<BlockedThread> threads) {
    for (QuorumNode node : quorum.nodes()) {
      node.administration().blocked().tell(node.member().engine(), source, threads);
    }
  }

  /** Each node knows a client by an id of its own, so at most one has anything under this one. */
  @Override
  public void ask(Engine engine, String clientId, Consumer<List<Witness>> then) {
    List<QuorumNode> nodes = quorum.nodes();
    Gathering<List<Witness>> gathering =
        new Gathering<>(
            nodes.size(), answers -> then.accept(answers.stream().flatMap(List::stream).toList()));
    for (int i = 0; i < nodes.size(); i++) {
      int index = i;
      Consumer<Outcome<List<Witness>>> inTime =
          ReplyTimeout.with(
              quorum.engine(),
              quorum.nodeTimeout(),
              outcome -> gathering.says(index, witnesses(outcome)));
      nodes
          .get(i)
          .administration()
          .blocked()
          .ask(engine, clientId, said -> inTime.accept(new Outcome.Answered<>(said)));
    }
  }

  private static List<Witness> witnesses(Outcome<List<Witness>> outcome) {
    return outcome instanceof Outcome.Answered<List<Witness>> answer ? answer.reply() : List.of();
  }
}
