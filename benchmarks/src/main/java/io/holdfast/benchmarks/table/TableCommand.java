package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.work.Workers;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

  private static final String QUICK_SECONDS = "0.7";

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
      description = "7 rounds of " + QUICK_SECONDS + " s after 2 s: all rows in less than 5 min.")
  private boolean isQuick;

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
          "A server to use instead of one of our own, which all rows but 8 and 9 do; its locks"
              + " begin with 'bench-'.")
  private Optional<String> redis = Optional.empty();

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Where to write; ${DEFAULT-VALUE}.")
  private Path results = Path.of("benchmarks", "results");

  @Option(names = "--no-write", description = "Only print: a trial is no result.")
  private boolean isTrial;

  @Option(
      names = "--jvm-option",
      paramLabel = "OPTION",
      description = "For the JVMs that work, to profile them; may be repeated.")
  private List<String> jvmOptions = new ArrayList<>();

  /** For picocli. */
  public TableCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    List<Row> chosen = chosenRows();
    Rounds how =
        isQuick ? rounds(7, Double.parseDouble(QUICK_SECONDS), 2) : rounds(rounds, seconds, warmUp);
    Report report;
    if (redis.isPresent()) {
      report = measure(how, chosen, redis.get(), "named by --redis");
    } else {
      try (RedisServer server = RedisServer.start()) {
        report = measure(how, chosen, server.uri(), "our own, over loopback");
      }
    }
    System.out.println();
    System.out.print(report.markdown());
    if (!isTrial) {
      write(report);
    }
    return report.isGood() ? 0 : 1;
  }

  private List<Row> chosenRows() {
    try {
      return rows.isEmpty() ? Rows.plainLock() : Rows.plainLock(rows);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Rounds rounds(int count, double sampleSeconds, double warmUpSeconds) {
    if (count < 1 || !(sampleSeconds > 0) || !(warmUpSeconds > 0)) {
      throw new ParameterException(
          spec.commandLine(),
          "--rounds %d, --seconds %s, --warm-up %s: must be above 0"
              .formatted(count, sampleSeconds, warmUpSeconds));
    }
    return new Rounds(count, ofSeconds(sampleSeconds), ofSeconds(warmUpSeconds), System.out);
  }

  private static Duration ofSeconds(double seconds) {
    return Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
  }

  private Report measure(Rounds how, List<Row> rows, String uri, String where)
      throws InterruptedException {
    Map<String, String> surroundings = Surroundings.look(uri, where);
    String prefix = "bench-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
    List<Measured> measured = new ArrayList<>();
    for (Row row : rows) {
      try (Workers workers = new Workers(uri, jvmOptions)) {
        measured.add(how.measure(row, new Bench(workers, prefix)));
      }
    }
    return new Report(surroundings, how, measured);
  }

  private void write(Report report) throws IOException {
    Files.createDirectories(results);
    Files.writeString(results.resolve(report.name() + ".json"), report.json());
    Files.writeString(results.resolve(report.name() + ".md"), report.markdown());
    System.out.printf("%nwritten: %s.{json,md}%n", results.resolve(report.name()));
  }
}
