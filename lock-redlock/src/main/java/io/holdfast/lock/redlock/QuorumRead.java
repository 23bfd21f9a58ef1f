package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Administration.Holder;
import io.holdfast.lock.core.engine.Administration.State;
import io.holdfast.lock.core.engine.Gathering;
import io.holdfast.lock.core.engine.ReplyTimeout;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What all nodes say of a lock, put together. */
final class QuorumRead {

  private final Quorum quorum;

  QuorumRead(Quorum quorum) {
    this.quorum = quorum;
  }

  /** What each node says, in their order; who does not within the node time-out has failed. */
  <T> void ask(LockKeys keys, NodeQuery<T> query, Consumer<List<Outcome<T>>> then) {
    List<QuorumNode> nodes = quorum.nodes();
    Gathering<Outcome<T>> gathering = new Gathering<>(nodes.size(), then);
    for (int i = 0; i < nodes.size(); i++) {
      int index = i;
      QuorumNode node = nodes.get(i);
      query.ask(
          node,
          node.keys(keys),
          ReplyTimeout.with(
              quorum.engine(), quorum.nodeTimeout(), outcome -> gathering.says(index, outcome)));
    }
  }

  /** One question to one node. */
  interface NodeQuery<T> {

    void ask(QuorumNode node, LockKeys keys, Consumer<Outcome<T>> then);
  }

  /**
   * Who holds it, or may. Fails if fewer than a majority answer, and if nobody can tell that it is
   * free.
   *
   * @param own this client's hold, if it is valid: it counts while any node still has it
   */
  void inspect(LockKeys keys, Supplier<Optional<Holder>> own, Consumer<Outcome<State>> then) {
    this.<Sight>ask(
        keys,
        QuorumNode::look,
        outcomes -> {
          List<Sight> answers = answers(outcomes);
          Sights sights = new Sights(quorum.size(), quorum.majority(), answers);
          Optional<Holder> holder = ownIfKnown(answers, own).or(() -> known(sights.holder()));
          boolean canTell =
              answers.size() >= quorum.majority()
                  && (holder.isPresent() || !sights.mayHideAHolder());
          then.accept(
              canTell
                  ? new Outcome.Answered<>(state(answers, holder))
                  : tooFew(outcomes, problems(outcomes)));
        });
  }

  private static State state(List<Sight> answers, Optional<Holder> holder) {
    int tickets =
        answers.stream().mapToInt(sight -> sight.state().tickets()).sum(); // one waits at one node
    return new State(tickets, holder, List.of(), 0);
  }

  private Optional<Holder> ownIfKnown(List<Sight> answers, Supplier<Optional<Holder>> own) {
    boolean isKnown =
        answers.stream().flatMap(sight -> sight.state().holder().stream()).anyMatch(this::isOurs);
    return isKnown ? own.get() : Optional.empty();
  }

  /** At a node it stands under the id of the client of that node. */
  private Optional<Holder> known(Optional<Holder> holder) {
    return holder.map(
        one ->
            isOurs(one)
                ? new Holder(
                    quorum.engine().clientId() + ":0:0", one.firstToken(), one.millisLeft())
                : one);
  }

  private boolean isOurs(Holder holder) {
    return quorum.nodes().stream().anyMatch(node -> node.member().isOurs(holder.id()));
  }

  /** Takes it away everywhere; the answer is whether any of them had it. */
  void force(LockKeys keys, Consumer<Outcome<Boolean>> then) {
    this.<Boolean>ask(
        keys,
        (node, ofNode, answer) -> node.administration().force(ofNode, answer),
        outcomes -> {
          List<Boolean> answers = answers(outcomes);
          then.accept(
              answers.size() >= quorum.majority()
                  ? new Outcome.Answered<>(answers.stream().anyMatch(had -> had))
                  : tooFew(outcomes, problems(outcomes)));
        });
  }

  private static <T> List<T> answers(List<Outcome<T>> outcomes) {
    List<T> answers = new ArrayList<>();
    for (Outcome<T> outcome : outcomes) {
      if (outcome instanceof Outcome.Answered<T> answer) {
        answers.add(answer.reply());
      }
    }
    return answers;
  }

  /** What is wrong with each node of which anything is. */
  private <T> List<String> problems(List<Outcome<T>> outcomes) {
    List<String> problems = new ArrayList<>();
    each(
        outcomes,
        (node, outcome) -> {
          if (outcome instanceof Outcome.Failed<T>) {
            problems.add(node + ": " + FailureReason.of(cause(outcome)));
          } else if (((Outcome.Answered<T>) outcome).reply() instanceof Sight sight) {
            sight.doubt().ifPresent(doubt -> problems.add(node + ": " + doubt));
          }
        });
    return problems;
  }

  private <T> void each(List<Outcome<T>> outcomes, BiConsumer<QuorumNode, Outcome<T>> action) {
    for (int i = 0; i < outcomes.size(); i++) {
      action.accept(quorum.nodes().get(i), outcomes.get(i));
    }
  }

  static <T> Throwable cause(Outcome<T> failed) {
    return ((Outcome.Failed<T>) failed).failure().cause();
  }

  private <T, R> Outcome<R> tooFew(List<Outcome<T>> outcomes, List<String> failures) {
    long refusals =
        outcomes.stream()
            .filter(
                outcome ->
                    outcome instanceof Outcome.Failed<T> failed
                        && failed.failure().kind() == ServerFailure.Kind.REFUSED)
            .count();
    boolean isRefused = outcomes.size() - refusals < quorum.majority();
    return new Outcome.Failed<>(
        new ServerFailure(
            isRefused ? ServerFailure.Kind.REFUSED : ServerFailure.Kind.UNKNOWN,
            new IllegalStateException(
                "no majority: %s of %s nodes are needed (%s)"
                    .formatted(quorum.majority(), outcomes.size(), String.join("; ", failures)))));
  }
}
