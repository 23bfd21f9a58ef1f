package io.holdfast.benchmarks.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of all that measures: where the result goes, and what the JVMs are told that work. */
final class ResultOptions {

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Where to write; ${DEFAULT-VALUE}.")
  private Path results = Path.of("benchmarks", "results");

  @Option(names = "--no-write", description = "Only print: a trial is no result.")
  private boolean isTrial;

  @Option(
      names = "--jvm-option",
      paramLabel = "OPTION",
      description = "For the JVMs that work, to profile them; may be repeated.")
  private List<String> jvmOptions = new ArrayList<>();

  /** For picocli. */
  ResultOptions() {}

  List<String> jvmOptions() {
    return jvmOptions;
  }

  /** Writes both forms of a result under this name, unless it is a trial. */
  void write(String name, String json, String markdown) throws IOException {
    if (isTrial) {
      return;
    }
    Files.createDirectories(results);
    Files.writeString(results.resolve(name + ".json"), json);
    Files.writeString(results.resolve(name + ".md"), markdown);
    System.out.printf("%nwritten: %s.{json,md}%n", results.resolve(name));
  }
}
