package io.holdfast.lock.cli;

import io.holdfast.lock.cli.demo.DemoCommand;
import io.holdfast.lock.cli.list.InspectCommand;
import io.holdfast.lock.cli.list.LsCommand;
import io.holdfast.lock.cli.list.UnlockCommand;
import io.holdfast.lock.cli.list.WatchCommand;
import io.holdfast.lock.cli.run.RunCommand;
import io.holdfast.lock.cli.torture.TortureCommand;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code holdfast}. */
@Command(
    name = "holdfast",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    scope = ScopeType.INHERIT,
    usageHelpWidth = 96,
    synopsisSubcommandLabel = "COMMAND",
    description = "Distributed locks on Redis and Valkey.",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  holdfast demo",
      "  holdfast run --lock nightly-report --wait 10s -- ./report.sh",
      "  holdfast ls --redis redis://localhost:6379",
      "",
      "Every command has --help, with its examples and exit statuses.",
    })
public final class Holdfast implements Runnable {

  private final Terminal terminal;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Show where an error comes from.")
  private boolean stackTrace;

  private Holdfast(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Ends the JVM with the command's status. */
  public static void main(String[] arguments) {
    System.exit(execute(Terminal.ofThisProcess(), arguments));
  }

  /** Runs one command line and returns its exit status. */
  public static int execute(Terminal terminal, String... arguments) {
    return commandLine(terminal).execute(arguments);
  }

  static CommandLine commandLine(Terminal terminal) {
    Holdfast holdfast = new Holdfast(terminal);
    Failures failures = new Failures(holdfast, terminal);
    CommandLine run = new CommandLine(new RunCommand(terminal));
    CommandLine line =
        new CommandLine(holdfast)
            .addSubcommand("demo", new DemoCommand(terminal))
            .addSubcommand("run", run)
            .addSubcommand("ls", new LsCommand(terminal))
            .addSubcommand("inspect", new InspectCommand(terminal))
            .addSubcommand("watch", new WatchCommand(terminal))
            .addSubcommand("unlock", new UnlockCommand(terminal))
            .addSubcommand("completion", new CompletionCommand(terminal))
            .addSubcommand("torture", new TortureCommand(terminal))
            .setExpandAtFiles(false) // the words of a command under the lock are its own
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(terminal.out())
            .setErr(terminal.err())
            .setExecutionStrategy(Holdfast::executeWhatIsKnown)
            .setParameterExceptionHandler(failures)
            .setExecutionExceptionHandler(failures);
    run.setStopAtPositional(true); // as in: run --lock x ls -l
    return line;
  }

  /** Asked for help picocli would pass over a command that there is not, and help with another. */
  private static int executeWhatIsKnown(ParseResult parsed) {
    for (CommandLine line : parsed.asCommandLineList()) {
      List<String> unknown = line.getParseResult().unmatched();
      if (!unknown.isEmpty()) {
        throw new UnmatchedArgumentException(line, unknown);
      }
    }
    return new RunLast().execute(parsed);
  }

  boolean wantsStackTrace() {
    return stackTrace;
  }

  /** Without a subcommand: help. */
  @Override
  public void run() {
    commandLine(terminal).usage(terminal.err());
    throw new UsageException("no command given; name one of the above");
  }
}
