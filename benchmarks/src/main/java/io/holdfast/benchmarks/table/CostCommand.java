package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures what holds, waiters and clients cost, and writes the result down. */
@Command(
    name = "cost",
    mixinStandardHelpOptions = true,
    description = "Measures what holds, waiters, clients and names cost while nothing happens.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:every bar holds", "1:a bar does not hold, or something failed", "2:usage"})
public final class CostCommand implements Callable<Integer> {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofSeconds(5);

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Option(
      names = "--of",
      required = true,
      paramLabel = "WHAT",
      description = "One of holds, waiters, clients, idle, names, slots.")
  private CostOver over = CostOver.HOLDS;

  @Option(
      names = "--values",
      split = ",",
      paramLabel = "N",
      description =
          "How many: by default 1, 1000 and 100000 holds, 1, 100 and 10000 waiters; a client used by"
              + " 0, 8 and 64 threads; 1, 10 and 100 idle clients; 1000 and 100000 names; 1, 100"
              + " and 10000 slots.")
  private List<Integer> values = new ArrayList<>();

  @Option(
      names = "--subjects",
      split = ",",
      paramLabel = "SUBJECT",
      description = "Whose; redisson and holdfast, for names and slots holdfast alone.")
  private List<Subject> subjects = new ArrayList<>();

  @Option(names = "--rounds", paramLabel = "N", description = "Samples of each; ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Length of a sample; two thirds of a lease for holds, else 5.")
  private Optional<Double> seconds = Optional.empty();

  @Option(
      names = "--lease",
      paramLabel = "S",
      description = "Of the holds, which are renewed every third of it; 30. Less is not judged.")
  private Optional<Double> lease = Optional.empty();

  @Mixin private ResultOptions output = new ResultOptions(); // set by picocli

  /** For picocli. */
  public CostCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    Cost cost = cost();
    Map<String, String> surroundings;
    try (RedisServer server = RedisServer.start()) {
      surroundings = Surroundings.look(server.uri(), "our own, over loopback", output.jvmOptions());
    }
    CostReport report = new CostReport(surroundings, cost, new CostRun(cost, System.out).measure());
    System.out.println();
    System.out.print(report.markdown());
    output.write(report.name(), report.json(), report.markdown());
    return report.isGood() ? 0 : 1;
  }

  private Cost cost() {
    Duration ofHold = lease.map(CostCommand::ofSeconds).orElse(LEASE);
    Duration usual = over == CostOver.HOLDS ? ofHold.multipliedBy(2).dividedBy(3) : SHORT;
    Duration time = seconds.map(CostCommand::ofSeconds).orElse(usual);
    List<Integer> chosen = values.isEmpty() ? over.usualValues() : values;
    require(rounds >= 1, "--rounds %d: must be at least 1".formatted(rounds));
    require(time.toMillis() >= 1, "--seconds %s: must be above 0".formatted(seconds));
    require(ofHold.toMillis() >= 1000, "--lease %s: must be at least 1".formatted(lease));
    chosen.forEach(
        value ->
            require(
                value >= over.fewest() && value <= over.most(),
                "--values %d: must be from %d to %d".formatted(value, over.fewest(), over.most())));
    List<Subject> measured =
        subjects.isEmpty()
            ? Stream.of(Subject.REDISSON, Subject.HOLDFAST).filter(over::has).toList()
            : subjects;
    measured.forEach(
        subject ->
            require(
                over.has(subject),
                "--subjects %s: has no %s to measure".formatted(subject, over.label())));
    return new Cost(over, chosen, measured, ofHold, time, rounds, output.jvmOptions());
  }

  private void require(boolean isRight, String otherwise) {
    if (!isRight) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private static Duration ofSeconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1000));
  }
}
