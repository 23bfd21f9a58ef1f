package io.holdfast.lock.redlock;

import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.engine.BlockedVerbs;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Gathering;
import java.util.List;
import java.util.function.Consumer;

/** What the nodes are told, and asked, of blocked threads: each knows the client by another id. */
record QuorumBlocked(List<QuorumNode> nodes) implements BlockedVerbs {

  @Override
  public void tell(Engine unused, Object source, List<BlockedThread> threads) {
    for (QuorumNode node : nodes) {
      node.administration().blocked().tell(node.member().engine(), source, threads);
    }
  }

  /** The one node that knows a client of this id may have told of it, or another that does. */
  @Override
  public void ask(Engine engine, String clientId, Consumer<List<Witness>> then) {
    Gathering<List<Witness>> gathering =
        new Gathering<>(
            nodes.size(), answers -> then.accept(answers.stream().flatMap(List::stream).toList()));
    for (int i = 0; i < nodes.size(); i++) {
      int index = i;
      nodes
          .get(i)
          .administration()
          .blocked()
          .ask(engine, clientId, witnesses -> gathering.says(index, witnesses));
    }
  }
}
