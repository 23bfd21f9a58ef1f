package io.holdfast.lock.testkit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test that a document names is there: a promise that none holds any more is no promise. */
class NamedTestsTest {

  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w*(?:IT|Test|Contract))(?:[.#](\\w+))?`");

  @Test
  void documents_testsThatTheyName_exist() throws IOException {
    TestNames known = TestNames.all();
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (Path document : documents()) {
      String text = Files.readString(document);
      List<MatchResult> names = NAMED.matcher(text).results().toList();
      named += names.size();
      for (MatchResult name : names) {
        if (!known.has(name.group(1), name.group(2))) {
          long line = text.substring(0, name.start()).lines().count();
          missing.add("%s:%d: %s".formatted(document.getFileName(), line, name.group()));
        }
      }
    }

    assertThat(named).isGreaterThan(100);
    assertThat(missing).isEmpty();
  }

  @Test
  void document_namesATestThatIsGone_isSeen() throws IOException {
    TestNames known = TestNames.all();

    assertThat(known.has("NamedTestsTest", "documents_testsThatTheyName_exist")).isTrue();
    assertThat(known.has("NamedTestsTest", "isGone")).isFalse();
    assertThat(known.has("GoneTest", null)).isFalse();
  }

  private static List<Path> documents() throws IOException {
    Path root = Sources.root();
    try (Stream<Path> docs = Files.walk(root.resolve("docs"));
        Stream<Path> shallow = Files.walk(root, 3)) {
      return Stream.concat(docs, shallow.filter(file -> file.endsWith("README.md")))
          .filter(file -> file.toString().endsWith(".md"))
          .distinct()
          .toList();
    }
  }
}
