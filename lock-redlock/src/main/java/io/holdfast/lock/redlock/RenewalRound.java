package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Renewals of many holds: one request to each node, for all of them. */
final class RenewalRound implements Watched {

  private final Quorum quorum;
  private final List<Renewal> renewals;
  private final Consumer<Outcome<List<Renewal.Answer>>> then;
  private final AtomicReferenceArray<Renewal.Answer> answers;
  private final AtomicInteger open;
  private final List<RenewalCount> counts = new ArrayList<>();
  private final long dueNanos;

  RenewalRound(
      Quorum quorum, List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    this.quorum = quorum;
    this.renewals = renewals;
    this.then = then;
    this.answers = new AtomicReferenceArray<>(renewals.size());
    this.open = new AtomicInteger(renewals.size());
    this.dueNanos = quorum.now() + quorum.nodeTimeout().toNanos();
  }

  /** What one node is asked for one hold. */
  private record Part(Attempt attempt, Ballot ballot, RenewalCount count, Renewal renewal) {}

  /** Asks all nodes. Never calls back inside this call. */
  void send(Function<Renewal, Optional<Attempt>> holds) {
    Map<Node, List<Part>> byNode = new HashMap<>();
    for (int i = 0; i < renewals.size(); i++) {
      int index = i;
      Renewal renewal = renewals.get(i);
      holds
          .apply(renewal)
          .ifPresentOrElse(
              attempt -> {
                RenewalCount count = new RenewalCount(quorum, answer -> answered(index, answer));
                counts.add(count);
                for (Ballot ballot : attempt.ballots()) {
                  byNode
                      .computeIfAbsent(ballot.node(), node -> new ArrayList<>())
                      .add(part(attempt, ballot, count, renewal));
                }
              },
              () -> quorum.engine().watchdog().execute(() -> answered(index, Renewal.Answer.GONE)));
    }
    quorum.engine().watchdog().watch(this);
    byNode.forEach(RenewalRound::send);
  }

  private static Part part(Attempt attempt, Ballot ballot, RenewalCount count, Renewal renewal) {
    attempt.renewing(ballot, renewal.leaseMillis());
    return new Part(
        attempt, ballot, count, new Renewal(ballot.keys(), ballot.id(), renewal.leaseMillis()));
  }

  private static void send(Node node, List<Part> parts) {
    node.renew(
        parts.stream().map(Part::renewal).toList(),
        outcome -> {
          for (int i = 0; i < parts.size(); i++) {
            int index = i;
            Part part = parts.get(i);
            Outcome<Renewal.Answer> own = outcome.map(answers -> answers.get(index));
            part.attempt().renewed(part.ballot(), own);
            part.count().answered(own);
          }
        });
  }

  private void answered(int index, Renewal.Answer answer) {
    answers.set(index, answer);
    if (open.decrementAndGet() == 0) {
      quorum.engine().watchdog().forget(this);
      then.accept(
          new Outcome.Answered<>(
              IntStream.range(0, answers.length()).mapToObj(answers::get).toList()));
    }
  }

  // ---- time: the other holds of the batch do not wait for those whose nodes are slow

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    quorum.engine().watchdog().forget(this);
    counts.forEach(RenewalCount::timedOut);
  }
}
