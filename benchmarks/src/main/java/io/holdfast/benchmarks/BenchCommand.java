package io.holdfast.benchmarks;

import io.holdfast.benchmarks.page.PageCommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** All of it, one command after the other; what fails does not stop the others. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "Measures Holdfast beside its peers and makes the page of results, benchmarks/results/README.md.",
      "Takes an hour or more, on a machine that should do nothing else; --quick takes 5 minutes."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:every bar holds", "1:a bar does not hold, or something failed", "2:usage"})
public final class BenchCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Option(
      names = "--quick",
      description = "Only a row of each kind, noisier, within 5 minutes; nothing is written.")
  private boolean isQuick;

  /** For picocli. */
  public BenchCommand() {}

  @Override
  public Integer call() {
    if (isQuick) {
      return run(List.of("table", "--quick"));
    }
    List<List<String>> steps = new ArrayList<>(PageCommand.inputs());
    steps.add(List.of("page"));
    int worst = ExitCode.OK;
    for (List<String> step : steps) {
      if (run(step) != ExitCode.OK) {
        worst = ExitCode.SOFTWARE;
      }
    }
    return worst;
  }

  private int run(List<String> command) {
    CommandLine step = spec.commandLine().getParent().getSubcommands().get(command.get(0));
    if (step == null) {
      out().printf("%s: not known here%n", String.join(" ", command));
      return ExitCode.USAGE;
    }
    out().printf("%n== %s%n", String.join(" ", command));
    out().flush();
    return step.execute(command.subList(1, command.size()).toArray(String[]::new));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
