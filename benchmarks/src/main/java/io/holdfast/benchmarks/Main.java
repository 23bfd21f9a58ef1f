package io.holdfast.benchmarks;

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
    description = "Holdfast beside Redisson and beside bare Lettuce.",
    footer = {
      "",
      "Anything else goes to JMH: 'FreeLock -p subject=HOLDFAST -f 1', '-l', '-h'.",
      "JMH's benchmarks start a server of their own; '-p redis=redis://host:port' names another."
    },
    subcommands = TableCommand.class)
public final class Main implements Runnable {

  private static final List<String> OURS = List.of("table", "--help", "--version");

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  private Main() {}

  /** As the manifest says. */
  public static void main(String[] args) throws IOException {
    if (args.length > 0 && !OURS.contains(args[0])) {
      org.openjdk.jmh.Main.main(args);
    } else {
      System.exit(new CommandLine(new Main()).execute(args));
    }
  }

  @Override
  public void run() {
    spec.commandLine().usage(System.out);
  }
}
