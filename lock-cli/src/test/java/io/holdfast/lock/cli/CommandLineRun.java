package io.holdfast.lock.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One command line, run inside this JVM.
 *
 * @param status its exit status
 * @param out what it printed
 * @param err what it said
 * @param asked what it asked
 */
public record CommandLineRun(int status, String out, String err, List<String> asked) {

  /** Without a terminal. */
  public static CommandLineRun of(String... arguments) {
    return run(new ArrayList<>(), Optional.empty(), arguments);
  }

  /** At a terminal, where somebody answers each question. */
  public static CommandLineRun answering(Supplier<String> answer, String... arguments) {
    List<String> asked = new ArrayList<>();
    Function<String, Optional<String>> person =
        question -> {
          asked.add(question);
          return Optional.of(answer.get());
        };
    return run(asked, Optional.of(person), arguments);
  }

  private static CommandLineRun run(
      List<String> asked,
      Optional<Function<String, Optional<String>>> person,
      String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), person);
    int status = Holdfast.execute(terminal, arguments);
    return new CommandLineRun(status, out.toString(), err.toString(), asked);
  }
}
