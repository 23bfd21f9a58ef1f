package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.work.Place;
import io.holdfast.benchmarks.work.Workers;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.server.TestServers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the rows side by side, judges them by their bars, and writes the result down. */
@Command(
    name = "table",
    mixinStandardHelpOptions = true,
    description = "Measures rows of the table side by side and judges them by their bars.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:every bar holds", "1:a bar does not hold, or something failed", "2:usage"})
public final class TableCommand implements Callable<Integer> {

  private static final Duration QUICK = Duration.ofMinutes(4);

  /**
   * Where a thread at Redisson sleeps until a lease has run out, a quick run cannot wait for 30 s.
   */
  private static final String SHORT_WATCHDOG = "-Dbenchmarks.redisson.watchdogMillis=5000";

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds; from 6 on 95 %% intervals; ${DEFAULT-VALUE}.")
  private int rounds = 7;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Length of a sample; ${DEFAULT-VALUE}.")
  private double seconds = 2;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "Before the first round; ${DEFAULT-VALUE}.")
  private double warmUp = 5;

  @Option(
      names = "--quick",
      description =
          "A row of each kind within 4 min, with shorter samples: noisier, and only printed.")
  private boolean isQuick;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "All rows in about this time (90s, 4m, 1h); decides how long samples are.")
  private Optional<Duration> within = Optional.empty();

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "ROW",
      description = "Only these: 1, 2, 4 (both of it), 4a, …")
  private List<String> rows = new ArrayList<>();

  @Option(
      names = "--redis",
      paramLabel = "URI",
      description =
          "A server to use instead of one of our own, which all rows but 8, 9, 11, 21 to 25 and 28 to 32 do;"
              + " names begin with 'bench-'.")
  private Optional<String> redis = Optional.empty();

  @Mixin private ResultOptions output = new ResultOptions(); // set by picocli

  /** For picocli. */
  public TableCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    List<Row> chosen = chosenRows();
    Schedule how = schedule();
    Report report;
    List<String> failed = new ArrayList<>();
    try (TestServer server = redis.map(TestServers::connect).orElseGet(RedisServer::start)) {
      report = measure(how, chosen, server, failed);
    }
    System.out.println();
    if (isQuick) {
      System.out.print(report.brief());
      System.out.printf(
          "quick: a row of each kind, short samples, noisier than the full table; Redisson's"
              + " watchdog has 5 s instead of 30 s; not written%n");
    } else {
      System.out.print(report.markdown());
      System.out.printf("%n%s%n", report.summary());
      output.write(report.name(), report.json(), report.markdown());
    }
    failed.forEach(row -> System.out.printf("%nnot measured: %s%n", row));
    return report.isGood() && failed.isEmpty() ? 0 : 1;
  }

  private List<Row> chosenRows() {
    try {
      if (rows.isEmpty()) {
        return isQuick ? Rows.quick() : Rows.all();
      }
      return Rows.chosen(rows);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Schedule schedule() {
    if (rounds < 1 || !(seconds > 0) || !(warmUp > 0)) {
      throw new ParameterException(
          spec.commandLine(),
          "--rounds %d, --seconds %s, --warm-up %s: must be above 0"
              .formatted(rounds, seconds, warmUp));
    }
    Optional<Duration> limit = isQuick ? within.or(() -> Optional.of(QUICK)) : within;
    if (limit.isEmpty()) {
      Rounds steady = new Rounds(rounds, ofSeconds(seconds), ofSeconds(warmUp), System.out);
      return new SteadySchedule(steady, System::nanoTime);
    }
    for (String option : List.of("--seconds", "--warm-up")) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(
            spec.commandLine(), option + ": decided by --within and --quick");
      }
    }
    return new LimitedSchedule(rounds, limit.get(), System.out, System::nanoTime);
  }

  private static Duration ofSeconds(double seconds) {
    return Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
  }

  /** A row that fails, at whomever, does not take the others with it. */
  private Report measure(Schedule how, List<Row> rows, TestServer server, List<String> failed)
      throws InterruptedException {
    Map<String, String> surroundings =
        Surroundings.look(
            server.uri(),
            redis.isPresent() ? "named by --redis" : "our own, over loopback",
            output.jvmOptions());
    String prefix = "bench-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
    List<Measured> measured = new ArrayList<>();
    try {
      for (int i = 0; i < rows.size(); i++) {
        List<Row> left = rows.subList(i, rows.size());
        System.out.printf(
            "%d of %d, about %s left%n", i + 1, rows.size(), Schedule.text(how.timeFor(left)));
        try (Workers workers = new Workers(Place.SERVER, List.of(server.uri()), workerOptions());
            Nodes nodes = new Nodes(workerOptions());
            Clusters clusters = new Clusters(workerOptions())) {
          Bench bench = new Bench(server, workers, nodes, clusters, prefix);
          measured.add(how.next(left).measure(rows.get(i), bench));
        } catch (RuntimeException | AssertionError e) {
          failed.add("row %s: %s".formatted(rows.get(i).id(), e));
          System.out.printf("   failed: %s%n", e);
        }
      }
    } finally {
      if (redis.isPresent()) {
        forget(server, prefix);
      }
    }
    return new Report(surroundings, how, measured);
  }

  private List<String> workerOptions() {
    List<String> options = new ArrayList<>(output.jvmOptions());
    if (isQuick) {
      options.add(SHORT_WATCHDOG);
    }
    return options;
  }

  /** Semaphores have no expiry. */
  private static void forget(TestServer server, String prefix) {
    for (String key : server.keys("*" + prefix + "*")) {
      server.admin().number("DEL", key);
    }
  }
}
