package io.holdfast.lock.cli.demo;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.cli.DurationConverter;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.RedisUriConverter;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.server.ServerUri;
import io.holdfast.lock.testkit.server.RedisServer;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** {@code holdfast demo}. */
@Command(
    name = "demo",
    description =
        "Shows the lock at work: several JVMs contend for it around an unprotected counter; one holder"
            + " is killed, another is frozen and thawed; then the promises are checked.",
    sortOptions = false,
    footer = {
      "",
      "Starts a server and the workers, and ends all of them. Hand-over times are from the call",
      "of the release in one process to the acquisition in another. Colour only on a terminal,",
      "and not if NO_COLOR is set.",
      "",
      "Exit status:",
      "    0  everything was seen, and verified",
      "    1  a check failed, or the story could not be told to its end",
      "   64  the command line is wrong",
      "   69  the server cannot be reached or started",
      "",
      "Examples:",
      "  holdfast demo",
      "  holdfast demo --workers 8 --lease 3s",
      "  holdfast demo --quick --redis redis://localhost",
    })
public final class DemoCommand implements Callable<Integer> {

  private static final int FEWEST = 3;
  private static final int MOST = 16;
  private static final Duration SHORTEST_LEASE = Duration.ofMillis(500);
  private static final Duration LONGEST_LEASE = Duration.ofSeconds(30);
  private static final Duration MOMENT = Duration.ofMillis(300);
  private static final String PREFIX = "holdfast-demo";

  private final Terminal terminal;

  @Option(
      names = "--workers",
      paramLabel = "NUMBER",
      defaultValue = "4",
      description = "How many JVMs contend; 3 to 16. Default: ${DEFAULT-VALUE}")
  private int workers = 4;

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "2s",
      description = "The lease of all holds; 500ms to 30s. Default: ${DEFAULT-VALUE}")
  private Duration lease = Duration.ofSeconds(2);

  @Option(
      names = "--redis",
      paramLabel = "URI",
      converter = RedisUriConverter.class,
      description = "Use this server instead of starting one. Keys begin with holdfast-demo.")
  private Optional<RedisURI> redis = Optional.empty();

  @Option(names = "--quick", description = "The same, shorter: about 12 s instead of 30 s.")
  private boolean quick;

  @Option(
      names = "--busy",
      description = "This machine is busy with other work: steps that are timed may take seconds.")
  private boolean busy;

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    checkBounds();
    Screen screen = new Screen(terminal.out(), Ansi.AUTO.enabled());
    screen.title("Holdfast demo: %s JVMs, one lock, one unprotected counter".formatted(workers));
    if (redis.isPresent()) {
      screen.fact("server", ServerUri.describe(redis.get()) + ", as told by --redis");
      return tell(redis.get(), screen);
    }
    try (RedisServer server = startServer()) {
      screen.fact("server", server + ", started for this demo");
      return tell(RedisURI.create(server.uri()), screen);
    }
  }

  private void checkBounds() {
    if (workers < FEWEST || workers > MOST) {
      throw new UsageException(
          "--workers %s: must be from %s to %s".formatted(workers, FEWEST, MOST));
    }
    if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
      throw new UsageException(
          "--lease %s ms: must be from %s ms to %s ms"
              .formatted(lease.toMillis(), SHORTEST_LEASE.toMillis(), LONGEST_LEASE.toMillis()));
    }
  }

  private static RedisServer startServer() {
    try {
      return RedisServer.start();
    } catch (IllegalStateException e) {
      throw new LockServerException(
          "No server is named by --redis, and none could be started: " + e.getMessage(), e);
    }
  }

  private int tell(RedisURI uri, Screen screen) throws InterruptedException {
    screen.fact(
        "lease", Text.seconds(lease.toNanos()) + ", renewed by the holder every third of it");
    screen.fact("counter", "read and written in two requests; refuses a token below the highest");
    String lockName = "demo-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    HoldfastSettings settings =
        HoldfastSettings.builder().keyPrefix(PREFIX).clientLabel("demo").build();
    Thread atExit = new Thread(screen::mute, "demo-mute");
    Runtime.getRuntime().addShutdownHook(atExit);
    History history = new History();
    try (HoldfastClient client = HoldfastClient.connect(settings, uri);
        CounterStore counter = CounterStore.open();
        Crew crew =
            new Crew(
                new Crew.Briefing(uri.toURI().toString(), PREFIX, lockName, lease, counter.port()),
                history)) {
      Story story =
          new Story(
              crew,
              history,
              counter,
              client.lock(lockName),
              lease,
              screen,
              quick ? Pace.QUICK : Pace.FULL,
              workers);
      return sum(Verifier.judge(story.tell(), busy ? Limits.busy() : Limits.usual(lease)), screen);
    } catch (DemoFailure e) {
      LockSupport.parkNanos(MOMENT.toNanos()); // after Ctrl-C our end comes now, without a word
      screen.verdict(false, "The demo could not go on: " + e.getMessage());
      return ExitStatus.FAILED;
    }
  }

  private static int sum(List<Finding> findings, Screen screen) {
    screen.chapter("What was promised, and what was seen");
    findings.forEach(screen::finding);
    long failed = findings.stream().filter(finding -> !finding.holds()).count();
    screen.verdict(
        failed == 0,
        failed == 0
            ? "All %s claims were verified.".formatted(findings.size())
            : "%s of %s claims did NOT hold.".formatted(failed, findings.size()));
    return failed == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }
}
