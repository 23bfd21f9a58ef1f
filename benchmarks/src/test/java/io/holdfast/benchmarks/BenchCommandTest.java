package io.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

class BenchCommandTest {

  private final List<String> ran = new ArrayList<>();
  private final StringWriter out = new StringWriter();

  @Test
  void bench_quick_isTheQuickTableAndNothingElse() {
    assertThat(bench(List.of("table", "page"), said -> 1, "--quick")).isEqualTo(1);
    assertThat(ran).containsExactly("table --quick");
  }

  @Test
  void bench_whenAllCommandsAreThere_runsThemAllAndThePageLast() {
    assertThat(bench(List.of("table", "sweep", "cost", "page"), said -> 0)).isZero();

    assertThat(ran)
        .containsExactly(
            "table",
            "sweep --over threads",
            "sweep --over latency",
            "sweep --over jvms",
            "sweep --over names",
            "sweep --over section",
            "cost --of holds",
            "cost --of waiters",
            "cost --of clients",
            "page");
  }

  @Test
  void bench_whenACommandIsNotThereOrDoesNotKnowIt_goesOnAndFails() {
    int status = bench(List.of("table", "sweep", "page"), said -> said.contains("jvms") ? 2 : 0);

    assertThat(status).isEqualTo(1);
    assertThat(ran)
        .contains("sweep --over names")
        .endsWith("page")
        .doesNotContain("cost --of holds");
    assertThat(out.toString()).contains("cost --of holds: not known here");
  }

  @Test
  void bench_whenOneFails_goesOnAndFails() {
    assertThat(bench(List.of("table", "page"), said -> said.equals("table") ? 1 : 0)).isEqualTo(1);
    assertThat(ran).containsExactly("table", "page");
  }

  @Test
  void bench_withAnUnknownOption_isAUsageError() {
    assertThat(bench(List.of("table"), said -> 0, "--slow")).isEqualTo(2);
    assertThat(ran).isEmpty();
  }

  private int bench(List<String> names, ToIntFunction<String> outcome, String... options) {
    CommandLine all = new CommandLine(new Empty());
    for (String name : names) {
      all.addSubcommand(name, step(name, outcome));
    }
    all.addSubcommand("bench", new BenchCommand());
    all.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(new StringWriter(), true));
    List<String> arguments = new ArrayList<>(List.of("bench"));
    arguments.addAll(Arrays.asList(options));
    return all.execute(arguments.toArray(String[]::new));
  }

  private CommandLine step(String name, ToIntFunction<String> outcome) {
    Step step = new Step();
    CommandLine line = new CommandLine(step);
    line.setExecutionStrategy(
        parsed -> {
          String said = String.join(" ", name, String.join(" ", step.words)).strip();
          ran.add(said);
          step.words.clear();
          return outcome.applyAsInt(said);
        });
    return line;
  }

  @Command
  private static final class Empty {}

  @Command
  private static final class Step {
    @Unmatched private final List<String> words = new ArrayList<>();
  }
}
