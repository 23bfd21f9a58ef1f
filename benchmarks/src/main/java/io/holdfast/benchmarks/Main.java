package io.holdfast.benchmarks;

import io.holdfast.benchmarks.page.PageCommand;
import io.holdfast.benchmarks.table.CostCommand;
import io.holdfast.benchmarks.table.SweepCommand;
import io.holdfast.benchmarks.table.TableCommand;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Hands over to one of our commands, and everything else to JMH. */
@Command(
    name = "benchmarks",
    mixinStandardHelpOptions = true,
    description = "Holdfast beside its peers and beside bare Lettuce.",
    footer = {
      "",
      "Anything else goes to JMH: 'FreeLock -p subject=HOLDFAST -f 1', '-l', '-h'.",
      "JMH's benchmarks start a server of their own; '-p redis=redis://host:port' names another."
    },
    subcommands = {
      TableCommand.class,
      SweepCommand.class,
      CostCommand.class,
      PageCommand.class,
      BenchCommand.class
    })
public final class Main implements Runnable {

  private static final List<String> OURS =
      List.of("table", "sweep", "cost", "page", "bench", "--help", "--version");

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  private Main() {}

  /** As the manifest says. */
  public static void main(String[] args) throws IOException {
    if (args.length > 0 && !OURS.contains(args[0])) {
      org.openjdk.jmh.Main.main(args);
    } else {
      System.exit(commandLine().execute(args));
    }
  }

  private static CommandLine commandLine() {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public void run() {
    spec.commandLine().usage(System.out);
  }
}
