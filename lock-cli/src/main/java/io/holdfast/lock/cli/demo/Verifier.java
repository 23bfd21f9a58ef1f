package io.holdfast.lock.cli.demo;

import io.holdfast.lock.cli.demo.Evidence.Strike;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Judges every claim of the demo from the evidence alone. */
final class Verifier {

  private final Evidence evidence;
  private final Limits limits;

  private Verifier(Evidence evidence, Limits limits) {
    this.evidence = evidence;
    this.limits = limits;
  }

  static List<Finding> judge(Evidence evidence, Limits limits) {
    Verifier verifier = new Verifier(evidence, limits);
    return List.of(
        verifier.handOver(),
        verifier.handOvers(),
        verifier.tokensRise(),
        verifier.exclusion(),
        verifier.noLostUpdate(),
        verifier.everybodyHadTurns(),
        verifier.carriedOn("killed", evidence.kill()),
        verifier.carriedOn("frozen", evidence.freeze()),
        verifier.staleWriteRefused(),
        verifier.thawedLearned(),
        verifier.nothingLeft());
  }

  private Finding handOver() {
    Optional<Turn> first = turn(evidence.handOver().firstToken());
    Optional<Turn> second = turn(evidence.handOver().secondToken());
    OptionalLong nanos =
        first.isPresent() && second.isPresent()
            ? second.get().handOverNanos(first.get())
            : OptionalLong.empty();
    return new Finding(
        "worker 2 got the lock the moment worker 1 released it",
        nanos.isPresent()
            && nanos.getAsLong() >= 0
            && nanos.getAsLong() <= limits.handOver().toNanos(),
        nanos.isPresent()
            ? "%s after the release; limit %s ms"
                .formatted(Text.micros(nanos.getAsLong()), limits.handOver().toMillis())
            : "it did not wait for it");
  }

  private Finding handOvers() {
    HandOvers all = HandOvers.of(evidence.turns());
    return new Finding(
        "it is handed over without polling",
        !all.nanos().isEmpty() && all.median() <= limits.median().toNanos(),
        "%s hand-overs, median %s, p99 %s; limit of the median %s ms"
            .formatted(
                all.nanos().size(),
                Text.micros(all.median()),
                Text.micros(all.p99()),
                limits.median().toMillis()));
  }

  private Finding tokensRise() {
    List<Turn> turns = evidence.turns();
    Optional<String> fault = Optional.empty();
    for (int i = 1; i < turns.size() && fault.isEmpty(); i++) {
      if (turns.get(i).token() <= turns.get(i - 1).token()) {
        fault =
            Optional.of(
                "token %s of %s came after %s of %s"
                    .formatted(
                        turns.get(i).token(),
                        turns.get(i).worker(),
                        turns.get(i - 1).token(),
                        turns.get(i - 1).worker()));
      }
    }
    return new Finding(
        "tokens always rose",
        fault.isEmpty() && turns.size() > 1,
        fault.orElse(turns.size() + " turns of " + evidence.workers() + " processes"));
  }

  private Finding exclusion() {
    List<Turn> turns = evidence.turns();
    Optional<String> fault = Optional.empty();
    for (int i = 1; i < turns.size() && fault.isEmpty(); i++) {
      OptionalLong end = endOf(turns.get(i - 1));
      if (end.isEmpty() || turns.get(i).acquiredNanos() < end.getAsLong()) {
        fault =
            Optional.of(
                "%s began token %s before %s had ended %s"
                    .formatted(
                        turns.get(i).worker(),
                        turns.get(i).token(),
                        turns.get(i - 1).worker(),
                        turns.get(i - 1).token()));
      }
    }
    return new Finding(
        "never did two hold it at once",
        fault.isEmpty(),
        fault.orElse("each turn began after the one before was released, killed or frozen"));
  }

  /** When its owner stopped acting as owner. */
  private OptionalLong endOf(Turn turn) {
    for (Strike strike : List.of(evidence.kill(), evidence.freeze())) {
      if (strike.token() == turn.token()) {
        return OptionalLong.of(strike.nanos());
      }
    }
    return turn.releasedNanos();
  }

  private Finding noLostUpdate() {
    long accepted = evidence.writes().stream().filter(CounterStore.Write::accepted).count();
    long completed = evidence.turns().stream().filter(t -> t.releasedNanos().isPresent()).count();
    return new Finding(
        "the counter lost no update",
        evidence.counter() == accepted && accepted == completed,
        "counter %s, writes accepted %s, turns completed %s"
            .formatted(evidence.counter(), accepted, completed));
  }

  private Finding everybodyHadTurns() {
    Map<String, Long> counts =
        evidence.turns().stream()
            .collect(Collectors.groupingBy(Turn::worker, TreeMap::new, Collectors.counting()));
    return new Finding(
        "every worker had its turns",
        counts.size() == evidence.workers(),
        counts.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", ")));
  }

  private Finding carriedOn(String how, Strike strike) {
    Optional<Turn> next =
        evidence.turns().stream()
            .filter(turn -> !turn.worker().equals(strike.worker()))
            .filter(turn -> turn.acquiredNanos() > strike.nanos())
            .findFirst();
    Duration margin = limits.leaseMargin();
    Duration limit = evidence.lease().plus(margin);
    return new Finding(
        "with the holder %s, the others carried on within the lease".formatted(how),
        next.isPresent() && next.get().acquiredNanos() - strike.nanos() <= limit.toNanos(),
        next.map(
                turn ->
                    "%s after %s; lease %s, margin %s"
                        .formatted(
                            turn.worker(),
                            Text.millis(turn.acquiredNanos() - strike.nanos()),
                            Text.seconds(evidence.lease().toNanos()),
                            Text.seconds(margin.toNanos())))
            .orElse("nobody did"));
  }

  private Finding staleWriteRefused() {
    List<Long> refused =
        evidence.writes().stream()
            .filter(write -> !write.accepted())
            .map(CounterStore.Write::token)
            .toList();
    long token = evidence.freeze().token();
    OptionalLong told = evidence.thaw().refusedToken();
    return new Finding(
        "the stale write of the thawed holder was refused, and no other",
        refused.equals(List.of(token)) && told.isPresent() && told.getAsLong() == token,
        "refused: " + (refused.isEmpty() ? "none" : refused) + ", its token " + token);
  }

  private Finding thawedLearned() {
    OptionalLong lost = evidence.thaw().lostToken();
    return new Finding(
        "the thawed holder learned that it had lost its hold",
        lost.isPresent() && lost.getAsLong() == evidence.freeze().token(),
        lost.isPresent() ? "it reported the loss of token " + lost.getAsLong() : "it did not");
  }

  private Finding nothingLeft() {
    return new Finding(
        "in the end the server had neither holder nor waiter",
        evidence.leftAtServer() == 0,
        evidence.leftAtServer() + " left");
  }

  private Optional<Turn> turn(long token) {
    return evidence.turns().stream().filter(turn -> turn.token() == token).findFirst();
  }
}
