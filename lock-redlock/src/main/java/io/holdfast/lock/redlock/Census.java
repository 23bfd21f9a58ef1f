package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Administration.Holder;
import io.holdfast.lock.core.engine.Administration.State;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Gathering;
import io.holdfast.lock.core.engine.Patience;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What all nodes say of a lock, put together. */
final class Census {

  private final Quorum quorum;

  Census(Quorum quorum) {
    this.quorum = quorum;
  }

  /** What each node says, in their order; who does not within the node time-out has failed. */
  <T> void ask(LockKeys keys, Question<T> question, Consumer<List<Outcome<T>>> then) {
    List<Node> nodes = quorum.nodes();
    Gathering<Outcome<T>> gathering = new Gathering<>(nodes.size(), then);
    for (int i = 0; i < nodes.size(); i++) {
      int index = i;
      Node node = nodes.get(i);
      question.ask(
          node.administration(),
          node.keys(keys),
          Patience.with(
              quorum.engine(), quorum.nodeTimeout(), outcome -> gathering.says(index, outcome)));
    }
  }

  /** One question to one node. */
  interface Question<T> {

    void ask(Administration administration, LockKeys keys, Consumer<Outcome<T>> then);
  }

  /** Who holds it by the word of a majority. */
  void inspect(LockKeys keys, Consumer<Outcome<State>> then) {
    this.<State>whenAnswered(keys, Administration::inspect, then, this::together);
  }

  /** Takes it away everywhere; the answer is whether any of them had it. */
  void force(LockKeys keys, Consumer<Outcome<Boolean>> then) {
    this.<Boolean>whenAnswered(
        keys, Administration::force, then, answers -> answers.stream().anyMatch(had -> had));
  }

  private <T> void whenAnswered(
      LockKeys keys,
      Question<T> question,
      Consumer<Outcome<T>> then,
      java.util.function.Function<List<T>, T> together) {
    ask(
        keys,
        question,
        outcomes -> {
          List<T> answers = new ArrayList<>();
          List<String> failures = new ArrayList<>();
          each(
              outcomes,
              (node, outcome) -> {
                if (outcome instanceof Outcome.Answered<T> answer) {
                  answers.add(answer.reply());
                } else {
                  failures.add(node + ": " + FailureReason.of(cause(outcome)));
                }
              });
          then.accept(
              answers.size() >= quorum.majority()
                  ? new Outcome.Answered<>(together.apply(answers))
                  : tooFew(outcomes, failures));
        });
  }

  private <T> void each(List<Outcome<T>> outcomes, BiConsumer<Node, Outcome<T>> action) {
    for (int i = 0; i < outcomes.size(); i++) {
      action.accept(quorum.nodes().get(i), outcomes.get(i));
    }
  }

  static <T> Throwable cause(Outcome<T> failed) {
    return ((Outcome.Failed<T>) failed).failure().cause();
  }

  private <T> Outcome<T> tooFew(List<Outcome<T>> outcomes, List<String> failures) {
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
                "no majority: it takes %s of %s nodes (%s)"
                    .formatted(quorum.majority(), outcomes.size(), String.join("; ", failures)))));
  }

  private State together(List<State> states) {
    int tickets = states.stream().mapToInt(State::tickets).sum(); // one waits at one node
    return new State(tickets, holder(states), List.of(), 0);
  }

  /**
   * Who a majority says has it. Only the label tells, as an id at a node is that of a client of it;
   * and a node that voted late may have another token. It lasts until fewer than that have it.
   */
  private Optional<Holder> holder(List<State> states) {
    return states.stream()
        .flatMap(state -> state.holder().stream())
        .collect(Collectors.groupingBy(holder -> ClientId.labelOf(holder.id())))
        .values()
        .stream()
        .filter(votes -> votes.size() >= quorum.majority())
        .findFirst()
        .map(this::known);
  }

  private Holder known(List<Holder> votes) {
    long millisLeft =
        votes.stream()
            .map(Holder::millisLeft)
            .sorted(Comparator.reverseOrder())
            .toList()
            .get(quorum.majority() - 1);
    long token =
        votes.stream()
            .collect(Collectors.groupingBy(Holder::firstToken, Collectors.counting()))
            .entrySet()
            .stream()
            .max(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey();
    return known(new Holder(votes.get(0).id(), token, millisLeft));
  }

  /** At a node it stands under the id of the client of that node. */
  private Holder known(Holder holder) {
    boolean isOurs = quorum.nodes().stream().anyMatch(node -> node.member().isOurs(holder.id()));
    String id = isOurs ? quorum.engine().clientId() + ":0:0" : holder.id();
    return new Holder(id, holder.firstToken(), holder.millisLeft());
  }
}
