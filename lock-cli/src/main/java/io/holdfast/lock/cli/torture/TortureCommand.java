package io.holdfast.lock.cli.torture;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.cli.DurationConverter;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.server.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast torture}. */
@Command(
    name = "torture",
    description =
        "Lets JVMs contend for locks while connections, servers and the JVMs themselves are broken,"
            + " and checks afterwards, from what they recorded, whether every promise was kept.",
    sortOptions = false,
    footer = {
      "",
      "Starts servers, a proxy and the workers on this machine, and ends all of them. Every section",
      "under a lock enters a register that knows who is inside, adds to an unprotected counter, and",
      "writes a value with its fencing token. Faults and their order follow from the seed; how far a",
      "run gets does not. Without --losing the faults never take a lock away from a living owner, so",
      "that any overlap is an error; with it (failover with lost writes, restart without data, jumps",
      "of the server's clock) overlaps happen, and tokens must tell them.",
      "",
      "The quorum lock (--kind red) has five servers, each behind a proxy. At each moment two of them",
      "at most are dead, frozen, slow, cut off, full, or in quarantine after a restart with their data",
      "or without it. That never excuses an overlap, nor that nobody gets a lock. In every third round",
      "a node loses its data beneath a hold that a bare majority has granted, and another client asks",
      "for that lock at once.",
      "",
      "--topology sentinel has a master, two replicas and three Sentinels: the master is killed or",
      "frozen, or the Sentinels are told to replace it. Each of these may lose the latest writes, so it",
      "is judged as with --losing, which is not for it. --topology cluster has three masters with a replica each: replicas",
      "are told to take over, and slots of the locks move to other masters, key by key, and as a whole",
      "where the server can do that (Valkey 9). That loses nothing, and any overlap is an error. With",
      "--losing masters are killed and frozen besides, and the others vote a replica into their place.",
      "Those who wait are excused only until the new master serves; from then on a lease and a",
      "hand-over have to do. An overlap is excused only up to a lease after the failover. Each of these",
      "faults comes once at first, however short the time; a run that misses one of them has failed.",
      "",
      "Exit status:",
      "    0  no promise was broken",
      "    1  one was; the report says which, and names the seed",
      "   64  the command line is wrong",
      "   69  no server could be started",
      "",
      "Examples:",
      "  holdfast torture --minutes 2",
      "  holdfast torture --minutes 20 --seed 42 --workers 4 --report torture.txt",
      "  holdfast torture --minutes 5 --losing",
      "  holdfast torture --minutes 5 --kind red",
      "  holdfast torture --minutes 5 --kind fair --topology cluster --losing",
    })
public final class TortureCommand implements Callable<Integer> {

  private static final double LONGEST_MINUTES = 24 * 60;
  private static final double SHORTEST_MINUTES = 0.1;
  private static final int MOST_WORKERS = 32;
  private static final int MOST_THREADS = 64;
  private static final int MOST_LOCKS = 64;
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofSeconds(30);

  private final Terminal terminal;

  @Option(
      names = "--minutes",
      paramLabel = "NUMBER",
      defaultValue = "2",
      description = "For how long things are broken; 0.1 to 1440. Default: ${DEFAULT-VALUE}")
  private double minutes = 2;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description = "Repeats the faults of an earlier run. Default: a new seed, which is printed")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "lock",
      description = "What is tortured: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
  private Kind kind = Kind.LOCK;

  @Option(
      names = "--topology",
      paramLabel = "TOPOLOGY",
      defaultValue = "single",
      description =
          "On which servers: ${COMPLETION-CANDIDATES}; for all kinds but red. Default: ${DEFAULT-VALUE}")
  private Topology topology = Topology.SINGLE;

  @Option(names = "--losing", description = "Also faults that take locks away from their owners.")
  private boolean losing;

  @Option(
      names = "--workers",
      paramLabel = "NUMBER",
      defaultValue = "3",
      description =
          "How many JVMs; 1 to 32, with Sentinels or a cluster 2 at least. Default: ${DEFAULT-VALUE}")
  private int workers = 3;

  @Option(
      names = "--threads",
      paramLabel = "NUMBER",
      defaultValue = "4",
      description = "How many threads in each; 1 to 64. Default: ${DEFAULT-VALUE}")
  private int threads = 4;

  @Option(
      names = "--locks",
      paramLabel = "NUMBER",
      defaultValue = "2",
      description = "How many locks they contend for; 1 to 64. Default: ${DEFAULT-VALUE}")
  private int locks = 2;

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "2s",
      description = "The lease of all holds; 1s to 30s. Default: ${DEFAULT-VALUE}")
  private Duration lease = Duration.ofSeconds(2);

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where the report goes. Default: holdfast-torture-SEED.txt here")
  private Optional<Path> report = Optional.empty();

  @Option(
      names = "--keep",
      paramLabel = "DIRECTORY",
      description = "Keep histories, register and the nemesis's journal there; new or empty.")
  private Optional<Path> keep = Optional.empty();

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public TortureCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Plan plan = plan();
    Path file =
        report.orElse(Path.of("holdfast-torture-" + Long.toUnsignedString(plan.seed()) + ".txt"));
    terminal.out().println("torture: " + plan);
    terminal.out().println("again:   " + again(plan));
    Path directory = directory();
    Progress progress = new Progress(terminal.out());
    try (Ground ground = openGround(plan)) {
      terminal.out().println("servers: " + ground);
      terminal.out().flush();
      TortureRun.Outcome outcome = new TortureRun(plan, ground, directory, progress).run();
      Files.writeString(file, report(plan, ground, outcome, directory));
      terminal.out().print(outcome.verdict().report());
      terminal.out().println("faults:  " + outcome.faults());
      terminal.out().println("report:  " + file.toAbsolutePath());
      terminal.out().flush();
      if (!outcome.lacks().isEmpty()) {
        throw new TortureFailure(String.join("; ", outcome.lacks()));
      }
      return outcome.verdict().isPassed() ? ExitStatus.OK : ExitStatus.FAILED;
    } catch (TortureFailure e) {
      terminal.say(e.getMessage() + "; again: " + again(plan));
      return ExitStatus.FAILED;
    } finally {
      if (keep.isEmpty()) {
        Scratch.delete(directory);
      } else {
        terminal.out().println("kept:    " + directory.toAbsolutePath());
      }
    }
  }

  private String report(Plan plan, Ground ground, TortureRun.Outcome outcome, Path directory)
      throws IOException {
    String lacks = String.join("; ", outcome.lacks());
    return "Torture of %s%nserver %s, Java %s%nagain: %s%nfaults: %s%n%s%n%s%n%s"
        .formatted(
            plan,
            ground.servers().get(0).version(),
            Runtime.version(),
            again(plan),
            outcome.faults(),
            lacks.isEmpty() ? "" : "too little: " + lacks + System.lineSeparator(),
            outcome.verdict().report(),
            Files.readString(directory.resolve("nemesis.tsv")));
  }

  private Plan plan() {
    within("--minutes", minutes, SHORTEST_MINUTES, LONGEST_MINUTES);
    within("--workers", workers, topology.leastWorkers(), MOST_WORKERS);
    within("--threads", threads, 1, MOST_THREADS);
    within("--locks", locks, 1, MOST_LOCKS);
    if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
      throw new UsageException(
          "--lease %s ms: must be from %s ms to %s ms"
              .formatted(lease.toMillis(), SHORTEST_LEASE.toMillis(), LONGEST_LEASE.toMillis()));
    }
    if (topology != Topology.SINGLE && kind == Kind.RED) {
      throw new UsageException(
          "--topology %s: the kind red is only for single, as its five servers are independent of each other"
              .formatted(Plan.word(topology)));
    }
    if (losing && topology == Topology.SENTINEL) {
      throw new UsageException(
          "--losing: is for single and cluster; each failover by Sentinels may lose data already");
    }
    if (losing && kind == Kind.RED) {
      throw new UsageException(
          "--losing: a quorum is always tortured with nodes that lose their data, never with more");
    }
    return new Plan(
        kind,
        topology,
        Duration.ofMillis((long) (minutes * 60_000)),
        seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1_000_000)),
        workers,
        threads,
        locks,
        lease,
        losing);
  }

  private static void within(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new UsageException(
          "%s %s: must be from %s to %s".formatted(option, text(value), text(least), text(most)));
    }
  }

  private static String text(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private String again(Plan plan) {
    return "%sholdfast torture --kind %s --seed %s --minutes %s --workers %s --threads %s --locks %s --lease %sms%s%s"
        .formatted(
            server(),
            Plan.word(plan.kind()),
            plan.seed(),
            text(minutes),
            plan.workers(),
            plan.threads(),
            plan.locks(),
            plan.lease().toMillis(),
            plan.topology() == Topology.SINGLE ? "" : " --topology " + Plan.word(plan.topology()),
            plan.losing() ? " --losing" : "");
  }

  /** The faults depend on the server, and that on properties of this JVM. */
  private static String server() {
    String options =
        Stream.of(TestServers.BINARY_PROPERTY, TestServers.KIND_PROPERTY)
            .filter(property -> System.getProperty(property) != null)
            .map(property -> "-D" + property + "=" + System.getProperty(property))
            .collect(Collectors.joining(" "));
    return options.isEmpty() ? "" : "HOLDFAST_JAVA_OPTS='" + options + "' ";
  }

  private Path directory() {
    try {
      return keep.isPresent()
          ? Scratch.empty(keep.get())
          : Files.createTempDirectory("holdfast-torture");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Ground openGround(Plan plan) {
    try {
      return Ground.of(plan);
    } catch (IllegalStateException | UncheckedIOException | RespException | AssertionError e) {
      throw new LockServerException("No server could be started: " + e.getMessage(), e);
    }
  }
}
