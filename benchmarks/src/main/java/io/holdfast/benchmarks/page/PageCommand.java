package io.holdfast.benchmarks.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the page of results, with its plots. */
@Command(
    name = "page",
    mixinStandardHelpOptions = true,
    description = "Makes a page with plots of what was measured; measures nothing.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:written", "1:a file is not a result", "2:usage"})
public final class PageCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Where the results are, and the page will be; ${DEFAULT-VALUE}.")
  private Path results = Path.of("benchmarks", "results");

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "Only these results, instead of all in the directory.")
  private List<Path> files = new ArrayList<>();

  /** For picocli. */
  public PageCommand() {}

  /** The commands that measure what the page shows. */
  public static List<List<String>> inputs() {
    List<List<String>> inputs = new ArrayList<>(List.of(List.of("table")));
    Chapter.all().forEach(chapter -> inputs.add(List.of(chapter.command().split(" "))));
    return inputs;
  }

  @Override
  public Integer call() throws IOException {
    Page page;
    try {
      page = Page.of(Results.read(files.isEmpty() ? Results.files(results) : files));
    } catch (NoSuchFileException e) {
      throw new ParameterException(
          spec.commandLine(), "file '%s': there is none".formatted(e.getFile()), e);
    }
    write(page);
    spec.commandLine()
        .getOut()
        .printf("written: %s, %d plots%n", results.resolve("README.md"), page.pictures().size());
    return 0;
  }

  private void write(Page page) throws IOException {
    Path plots = results.resolve(Page.PLOTS);
    Files.createDirectories(plots);
    for (Picture picture : page.pictures()) {
      for (Theme theme : Theme.values()) {
        Files.writeString(plots.resolve(picture.file(theme)), picture.svg().apply(theme));
      }
    }
    Files.writeString(results.resolve("README.md"), page.markdown());
  }
}
