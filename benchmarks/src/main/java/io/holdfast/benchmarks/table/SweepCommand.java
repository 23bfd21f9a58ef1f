package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures one work at several values, side by side, and writes the result down. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    description = {
      "Measures one work at several values: of threads, JVMs, names, the time that the lock is"
          + " held, or the rate at which turns are meant to begin.",
      "Starts a server of its own."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:measured; points may have been left out",
      "1:nothing could be measured",
      "2:usage"
    })
public final class SweepCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Option(
      names = "--over",
      required = true,
      paramLabel = "WHAT",
      description = "threads, jvms, names, section or latency.")
  private SweepOver over = SweepOver.THREADS;

  @Option(
      names = "--values",
      split = ",",
      paramLabel = "N",
      description = {
        "At which values:",
        "threads in each JVM: 1,2,4,8,16,32,64,128;",
        "JVMs: 1,2,4,8,16;",
        "names: 1,10,100,1000,10000,100000,1000000;",
        "section: 0,100us,5ms;",
        "latency: turns meant to begin in each second, 500."
      })
  private List<String> values = new ArrayList<>();

  @Option(
      names = "--subjects",
      split = ",",
      paramLabel = "SUBJECT",
      description =
          "Of whom: ${COMPLETION-CANDIDATES}; BARE loses what it waits for. Others, and usual Holdfast.")
  private List<Subject> subjects = new ArrayList<>();

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description = "JVMs, unless swept over; 1. JUC can do with 1 only.")
  private Optional<Integer> jvms = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of each JVM, unless swept over; 8, and 4 if over jvms.")
  private Optional<Integer> threads = Optional.empty();

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds; ${DEFAULT-VALUE}.")
  private int rounds = 5;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Length of a sample; 1, and 10 if over latency.")
  private Optional<Double> seconds = Optional.empty();

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "At each value before the first round; 3, and 10 if over jvms.")
  private Optional<Double> warmUp = Optional.empty();

  @Mixin private ResultOptions output = new ResultOptions(); // set by picocli

  /** For picocli. */
  public SweepCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    Sweep sweep;
    Rounds how;
    try {
      sweep = sweep();
      how = rounds();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    SweepReport report;
    try (RedisServer server = RedisServer.start()) {
      report = new SweepRun(sweep, how, server, output.jvmOptions()).measure();
    }
    System.out.println();
    System.out.print(report.markdown());
    output.write(report.name(), report.json(), report.markdown());
    return report.points().isEmpty() ? 1 : 0;
  }

  private Sweep sweep() {
    if (over == SweepOver.JVMS && jvms.isPresent()) {
      throw new IllegalArgumentException("--jvms: is what the sweep is over; name --values");
    }
    if (over == SweepOver.THREADS && threads.isPresent()) {
      throw new IllegalArgumentException("--threads: is what the sweep is over; name --values");
    }
    List<Long> chosen = values.stream().map(over::parse).distinct().toList();
    int jvmCount = jvms.orElse(1);
    return new Sweep(
        over,
        chosen.isEmpty() ? over.defaultValues() : chosen,
        subjects.isEmpty() ? all(jvmCount) : subjects.stream().distinct().toList(),
        jvmCount,
        threads.orElse(over.defaultThreads()));
  }

  private static List<Subject> all(int jvms) {
    return Subject.usual().stream()
        .filter(subject -> subject != Subject.BARE && (subject != Subject.JUC || jvms == 1))
        .toList();
  }

  private Rounds rounds() {
    double time = seconds.orElse(over.defaultSeconds());
    requirePositive("--rounds", rounds);
    requirePositive("--seconds", time);
    double before = warmUp.orElse(over.defaultWarmUpSeconds());
    requirePositive("--warm-up", before);
    return new Rounds(rounds, ofSeconds(time), ofSeconds(before), System.out);
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(
          "%s %s: must be above 0".formatted(name, Numbers.text(value)));
    }
  }

  private static Duration ofSeconds(double seconds) {
    return Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
  }
}
