package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Gathering;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.ReplyTimeout;
import io.holdfast.lock.core.server.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Renewals of many holds: one request to each node, for all of them. The other holds of the batch
 * do not wait for those whose nodes are slow.
 */
final class RenewalRound {

  private final Quorum quorum;
  private final List<Renewal> renewals;
  private final Gathering<Renewal.Answer> answers;

  RenewalRound(
      Quorum quorum, List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    this.quorum = quorum;
    this.renewals = renewals;
    this.answers =
        new Gathering<>(renewals.size(), all -> then.accept(new Outcome.Answered<>(all)));
  }

  /**
   * What one node is asked for one hold.
   *
   * @param counts whether its vote counts
   */
  private record Part(
      HeldRound round, NodeVote nodeVote, boolean counts, RenewalCount count, Renewal renewal) {

    Renewal.Answer judged(Renewal.Answer answer) {
      return round.renewed(nodeVote, counts, answer);
    }
  }

  /** Asks all nodes. Never calls back inside this call. */
  void send(Function<Renewal, Optional<HeldRound>> holds) {
    Map<QuorumNode, List<Part>> byNode = new HashMap<>();
    for (int i = 0; i < renewals.size(); i++) {
      int index = i;
      Renewal renewal = renewals.get(i);
      holds
          .apply(renewal)
          .ifPresentOrElse(
              round -> {
                RenewalCount count =
                    new RenewalCount(quorum, answer -> answers.says(index, answer));
                for (NodeVote nodeVote : round.votes().all()) {
                  byNode
                      .computeIfAbsent(nodeVote.node(), node -> new ArrayList<>())
                      .add(part(round, nodeVote, count, renewal));
                }
              },
              () -> quorum.engine().later(() -> answers.says(index, Renewal.Answer.GONE)));
    }
    byNode.forEach(this::send);
  }

  private static Part part(
      HeldRound round, NodeVote nodeVote, RenewalCount count, Renewal renewal) {
    boolean counts = round.renewing(nodeVote, renewal.leaseMillis());
    return new Part(
        round,
        nodeVote,
        counts,
        count,
        new Renewal(nodeVote.keys(), nodeVote.id(), renewal.leaseMillis()));
  }

  private void send(QuorumNode node, List<Part> parts) {
    Consumer<Outcome<List<Renewal.Answer>>> counting =
        ReplyTimeout.with(
            quorum.engine(),
            quorum.nodeTimeout(),
            outcome -> each(parts, outcome, (part, own) -> part.count().answered(own)));
    node.renew(
        parts.stream().map(Part::renewal).toList(),
        outcome -> counting.accept(outcome.map(answers -> judged(parts, answers))));
  }

  private static List<Renewal.Answer> judged(List<Part> parts, List<Renewal.Answer> answers) {
    return IntStream.range(0, parts.size())
        .mapToObj(i -> parts.get(i).judged(answers.get(i)))
        .toList();
  }

  private static void each(
      List<Part> parts,
      Outcome<List<Renewal.Answer>> outcome,
      BiConsumer<Part, Outcome<Renewal.Answer>> action) {
    for (int i = 0; i < parts.size(); i++) {
      int index = i;
      action.accept(parts.get(i), outcome.map(answers -> answers.get(index)));
    }
  }
}
