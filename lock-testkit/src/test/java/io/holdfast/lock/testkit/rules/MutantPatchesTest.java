package io.holdfast.lock.testkit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The mutants ({@code src/test/mutants} of the modules) name what they break, and what sees it. */
class MutantPatchesTest {

  private static final Pattern KILLER = Pattern.compile("(?:\\w+\\.)*([\\w$]+)(?:#(\\w+))?");

  /** Sections of the protocol without rules of their own, or with such as no patch can break. */
  private static final Set<String> WITHOUT_RULES =
      Set.of("Ids", "Names", "Sequences", "Where this differs from the first design");

  @Test
  void protocol_eachSection_hasAMutant() throws IOException {
    Set<String> sections = headings("protocol.md");
    sections.removeAll(WITHOUT_RULES);
    Set<String> broken =
        patches().stream()
            .flatMap(patch -> lines(patch, "Of: protocol.md, ").stream())
            .collect(Collectors.toSet());

    assertThat(broken).containsExactlyInAnyOrderElementsOf(sections);
  }

  @Test
  void patches_whatTheyAreOf_isThere() throws IOException {
    for (Path patch : patches()) {
      assertThat(lines(patch, "Of: ")).as("%s", patch).hasSize(1);
      String[] of = lines(patch, "Of: ").get(0).split(", ", 2);
      assertThat(headings(of[0])).as("%s", patch).contains(of[1]);
    }
  }

  @Test
  void patches_theTestsThatTheyName_exist() throws IOException {
    TestNames known = TestNames.all();
    List<String> missing = new ArrayList<>();
    for (Path patch : patches()) {
      for (String killer : lines(patch, "Killed by: ")) {
        var name = KILLER.matcher(killer);
        if (!name.matches() || !known.has(name.group(1), name.group(2))) {
          missing.add(patch.getFileName() + ": " + killer);
        }
      }
    }

    assertThat(missing).isEmpty();
  }

  private static List<Path> patches() throws IOException {
    try (Stream<Path> files = Files.walk(Sources.root(), 5)) {
      List<Path> patches =
          files
              .filter(file -> file.toString().endsWith(".patch"))
              .filter(file -> file.getParent().endsWith("src/test/mutants"))
              .toList();
      assertThat(patches).hasSizeGreaterThan(50);
      return patches;
    }
  }

  private static List<String> lines(Path patch, String prefix) {
    try (Stream<String> lines = Files.lines(patch)) {
      return lines
          .takeWhile(line -> !line.isEmpty())
          .filter(line -> line.startsWith(prefix))
          .map(line -> line.substring(prefix.length()))
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Set<String> headings(String document) throws IOException {
    try (Stream<String> lines = Files.lines(Sources.root().resolve("docs").resolve(document))) {
      return lines
          .filter(line -> line.startsWith("##"))
          .map(line -> line.replaceFirst("^#+ ", ""))
          .collect(Collectors.toSet());
    }
  }
}
