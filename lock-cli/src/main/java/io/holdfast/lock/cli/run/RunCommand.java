package io.holdfast.lock.cli.run;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.cli.DurationConverter;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.KindOption;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.TextConverter;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.redlock.RedLockSettings;
import io.holdfast.lock.redlock.RedLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast run}. */
@Command(
    name = "run",
    description =
        "Runs a command while holding a lock, as flock(1) does on one machine, or permits of a pool,"
            + " as sem(1) does.",
    customSynopsis = {
      "holdfast run [OPTIONS] --lock NAME [--] COMMAND [ARGUMENT...]",
      "holdfast run [OPTIONS] --pool NAME --limit M [--permits N] [--] COMMAND [ARGUMENT...]",
    },
    sortOptions = false,
    footer = {
      "",
      "The command inherits standard input, output and error. Its environment has",
      "HOLDFAST_TOKEN, the fencing token: a number that rises with every holder. A resource",
      "that refuses tokens below the highest it has seen is safe even from a holder that was",
      "frozen. With --pool there is no token, since several hold permits at a time.",
      "",
      "SIGTERM, SIGINT, SIGHUP and SIGALRM are passed on to the command and to what it has",
      "started; the lock is released when it has ended, and what it had started when the signal",
      "came, which is waited for up to 5 s. SIGUSR1 is passed on to the command alone; if it",
      "ends the command, what that has started gets SIGTERM.",
      "",
      "If holdfast itself ends before the command, by any other signal (SIGKILL, SIGUSR2) or by",
      "a crash, the command and what it has started get SIGTERM within moments (SIGKILL with",
      "--on-loss kill, nothing with --on-loss ignore), and the lock is free when the lease is",
      "over. While holdfast is stopped (SIGSTOP, Ctrl-Z) it does not renew the lease: a command",
      "that is not stopped with it goes on without the lock, until holdfast continues and finds",
      "the loss. Against that, and against a command that ignores SIGTERM, helps a resource that",
      "checks the token.",
      "",
      "Exit status: that of the command (128 + n after signal n), or",
      "   64  the command line is wrong",
      "   69  the server cannot be reached, or refuses",
      "   75  the lock was not obtained within --wait (see -E); the command was not started",
      "   79  the lock was lost while the command ran, or before it could be started",
      "  126  the command cannot be executed",
      "  127  the command was not found",
      "",
      "Examples:",
      "  holdfast run --lock nightly-report -- ./report.sh --day today",
      "  holdfast run --lock deploy --wait 0s -- make deploy    # not twice at a time",
      "  holdfast run --pool imports --limit 3 -- ./import.sh   # three at a time, on all machines",
      "  holdfast run --redis redis://a --redis redis://b --redis redis://c --lock x -- ./once.sh",
      "  holdfast run --lock import --lease 5s --on-loss kill -- sh -c 'import $HOLDFAST_TOKEN'",
    })
public final class RunCommand implements Callable<Integer> {

  private static final int HIGHEST_STATUS = 255;

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final KindOption kind = new KindOption();

  @Option(
      names = {"-l", "--lock"},
      paramLabel = "NAME",
      converter = TextConverter.class,
      description = "The lock.")
  private Optional<String> lock = Optional.empty();

  @Mixin private final PoolOptions pool = new PoolOptions();

  @Option(
      names = {"-w", "--wait"},
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long to wait for the lock: 500ms, 10s, 2m, PT10S; 0s does not wait. Default: as long"
              + " as it takes.")
  private Optional<Duration> maxWait = Optional.empty();

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long the server keeps the lock without hearing from holdfast; 100ms to 24h, default 30s."
              + " While the command runs the lease is renewed every third of it, so this does not"
              + " limit the command: it is how long others wait if this machine dies.")
  private Optional<Duration> lease = Optional.empty();

  @Option(
      names = "--on-loss",
      completionCandidates = OnLossWords.class,
      paramLabel = "WHAT",
      defaultValue = "TERM",
      description =
          "What to do to the command, and what it has started, when the lock is lost: term (send"
              + " SIGTERM, the default), kill or ignore. The exit status is 79 in any case.")
  private OnLoss onLoss = OnLoss.TERM;

  @Option(
      names = {"-E", "--not-obtained-status"},
      paramLabel = "NUMBER",
      defaultValue = "" + ExitStatus.NOT_OBTAINED,
      description =
          "The exit status if the lock was not obtained; 0 to 255. Default: ${DEFAULT-VALUE}")
  private int notObtainedStatus = ExitStatus.NOT_OBTAINED;

  @Option(
      names = "--max-lease",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "For a quorum: the longest lease that any client asks for, default 60s. All users of the"
              + " quorum must set the same. A server that is new, or may have lost its data, does not vote for"
              + " that long.")
  private Optional<Duration> maxLease = Optional.empty();

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      converter = TextConverter.class,
      description = "The command and its arguments, as they are: no shell in between.")
  private List<String> command = new ArrayList<>();

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (notObtainedStatus < 0 || notObtainedStatus > HIGHEST_STATUS) {
      throw new UsageException(
          "--not-obtained-status %s: must be from 0 to %s"
              .formatted(notObtainedStatus, HIGHEST_STATUS));
    }
    AcquireOptions options = options();
    try (GuardSource source = open()) {
      GuardedRun run = new GuardedRun(source.guard(), onLoss, terminal);
      OptionalInt status;
      try (SignalRelay relay = SignalRelay.open(run::signalled)) {
        status = run.run(options, command);
      }
      if (status.isEmpty()) {
        terminal.say(notObtained(source.guard()));
      }
      return status.orElse(notObtainedStatus);
    }
  }

  private GuardSource open() {
    if (lock.isPresent() == pool.name().isPresent()) {
      throw new UsageException("run: must have one of --lock NAME and --pool NAME");
    }
    if (maxLease.isPresent() && !server.isQuorum()) {
      throw new UsageException("--max-lease: needs a quorum, but only one server is named");
    }
    if (pool.name().isPresent()) {
      if (kind.isSaid()) {
        throw new UsageException(
            "--kind %s: does not go with --pool".formatted(kind.kind().word()));
      }
      return pool.open(server);
    }
    pool.requireNone();
    return server.isQuorum() ? openQuorum() : openLock();
  }

  private GuardSource openLock() {
    HoldfastClient client = server.connect();
    return GuardSource.opened(
        client,
        () -> {
          DistributedLock theLock = kind.kind().of(client, name());
          server.reach(theLock);
          return Guard.of(theLock);
        });
  }

  private GuardSource openQuorum() {
    if (kind.isSaid() && kind.kind() != LockKind.LOCK) {
      throw new UsageException(
          "--kind %s: a quorum has one kind of lock".formatted(kind.kind().word()));
    }
    RedLockSettings settings;
    try {
      RedLockSettings.Builder builder = RedLockSettings.builder();
      maxLease.ifPresent(builder::maxLease);
      settings = builder.build();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--max-lease: " + e.getMessage());
    }
    RedLocks quorum = server.connectQuorum(settings);
    return GuardSource.opened(quorum, () -> Guard.of(quorum.get(name())));
  }

  private String name() {
    return lock.orElseThrow();
  }

  private AcquireOptions options() {
    try {
      Lease renewed = lease.<Lease>map(Lease::renewed).orElseGet(Lease::renewed);
      AcquireOptions options = AcquireOptions.defaults().lease(renewed);
      return maxWait.map(options::waitAtMost).orElse(options);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--" + e.getMessage());
    }
  }

  private String notObtained(Guard guard) {
    String state;
    try {
      state = guard.describe();
    } catch (LockServerException e) {
      state = "holder unknown: " + e.getMessage(); // the outcome is, all the same
    }
    return "%s: not obtained within %s ms (%s)"
        .formatted(guard.title(), maxWait.orElse(Duration.ZERO).toMillis(), state);
  }
}
