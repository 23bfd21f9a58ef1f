package io.holdfast.lock.cli;

import io.holdfast.lock.cli.demo.DemoCommand;
import io.holdfast.lock.cli.list.InspectCommand;
import io.holdfast.lock.cli.list.LsCommand;
import io.holdfast.lock.cli.list.UnlockCommand;
import io.holdfast.lock.cli.list.WatchCommand;
import io.holdfast.lock.cli.run.RunCommand;
import io.holdfast.lock.cli.torture.TortureCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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

  /**
   * Events for Java's flight recorder, of Lettuce and of Netty. To begin with them takes a tenth of
   * the time of a short command.
   */
  private static final Map<String, String> RECORDERS =
      Map.of("io.lettuce.core.jfr", "false", "io.netty.jfr.enabled", "false");

  private static final String RUN = "run";
  private static final String COMPLETION = "completion"; // of all the others

  /** In the order of the help. */
  private static final Map<String, Function<Terminal, Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", DemoCommand::new);
    COMMANDS.put(RUN, RunCommand::new);
    COMMANDS.put("ls", LsCommand::new);
    COMMANDS.put("inspect", InspectCommand::new);
    COMMANDS.put("watch", WatchCommand::new);
    COMMANDS.put("unlock", UnlockCommand::new);
    COMMANDS.put(COMPLETION, CompletionCommand::new);
    COMMANDS.put("torture", TortureCommand::new);
    COMMANDS.put("rehearse", terminal -> new RehearseCommand());
  }

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
    RECORDERS.forEach(System.getProperties()::putIfAbsent);
    System.exit(execute(Terminal.ofThisProcess(), arguments));
  }

  /** Runs one command line and returns its exit status. */
  public static int execute(Terminal terminal, String... arguments) {
    return commandLine(terminal, needed(arguments)).execute(arguments);
  }

  /**
   * The commands that this line can need: picocli takes tens of milliseconds to read the options of
   * each. All of them if the first word is no command: a message or the help may list them.
   */
  static Set<String> needed(String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    if (arguments.length == 1 && (first.equals("--version") || first.equals("-V"))) {
      return Set.of();
    }
    boolean isAlone = COMMANDS.containsKey(first) && !first.equals(COMPLETION);
    return isAlone ? Set.of(first) : COMMANDS.keySet();
  }

  private static CommandLine commandLine(Terminal terminal, Set<String> commands) {
    Holdfast holdfast = new Holdfast(terminal);
    Failures failures = new Failures(holdfast, terminal);
    CommandLine line = new CommandLine(holdfast);
    COMMANDS.forEach(
        (name, maker) -> {
          if (commands.contains(name)) {
            line.addSubcommand(name, maker.apply(terminal));
          }
        });
    line.setExpandAtFiles(false) // the words of a command under the lock are its own
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setExecutionStrategy(Holdfast::executeWhatIsKnown)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
    CommandLine run = line.getSubcommands().get(RUN);
    if (run != null) {
      run.setStopAtPositional(true); // as in: run --lock x ls -l
    }
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
    commandLine(terminal, COMMANDS.keySet()).usage(terminal.err());
    throw new UsageException("no command given; name one of the above");
  }
}
