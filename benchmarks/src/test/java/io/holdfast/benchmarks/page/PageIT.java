package io.holdfast.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on files. */
class PageIT {

  private static final Pattern LINK = Pattern.compile("(?:src|srcset)=\"(plots/[^\"]+)\"");

  @TempDir private Path directory;
  private final StringWriter errors = new StringWriter();

  @BeforeEach
  void copySamples() throws IOException {
    for (Path file : Results.files(Samples.directory())) {
      Files.copy(file, directory.resolve(file.getFileName()));
    }
  }

  @Test
  void page_ofADirectory_isWrittenWithAllItsPlotsAndAgainTheSameToTheByte() throws IOException {
    assertThat(page("--results", directory.toString())).isZero();

    Map<String, String> first = written();
    Matcher links = LINK.matcher(first.get("README.md"));
    List<String> linked = links.results().map(link -> link.group(1)).toList();
    assertThat(linked).hasSize(10);
    assertThat(first.keySet().stream().filter(file -> file.startsWith("plots/")))
        .containsExactlyInAnyOrderElementsOf(linked);

    assertThat(page("--results", directory.toString())).isZero();
    assertThat(written()).isEqualTo(first);
  }

  @Test
  void page_ofNamedFiles_showsOnlyThem() throws IOException {
    String table = directory.resolve(Samples.TABLE).toString();

    assertThat(page("--results", directory.toString(), table)).isZero();

    assertThat(Files.readString(directory.resolve("README.md")))
        .contains("2 of 3 bars hold")
        .contains("sweep --over threads`");
  }

  @Test
  void page_ofAFileThatIsNotThere_isAUsageError() {
    assertThat(page("--results", directory.toString(), "none.json")).isEqualTo(2);
    assertThat(errors.toString()).contains("file 'none.json': there is none");
  }

  @Test
  void page_ofAFileThatIsNoResult_fails() throws IOException {
    Files.writeString(directory.resolve("other.json"), "{\"kind\": \"sweep\"}");

    assertThat(page("--results", directory.toString())).isEqualTo(1);
    assertThat(errors.toString()).contains("other.json: field 'points': missing");
  }

  private int page(String... arguments) {
    return new CommandLine(new PageCommand())
        .setOut(new PrintWriter(new StringWriter(), true))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments);
  }

  private Map<String, String> written() throws IOException {
    Map<String, String> written = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        written.put(directory.relativize(file).toString(), Files.readString(file));
      }
    }
    return written;
  }
}
