package io.holdfast.lock.testkit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A test that a document names is there: a promise that none holds any more is no promise. */
class NamedTestsTest {

  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w*(?:IT|Test|Contract))(?:[.#](\\w+))?`");

  private record Tests(@Nullable String above, Set<String> methods) {}

  @Test
  void documents_testsThatTheyName_exist() throws IOException {
    Map<String, Tests> known = known();
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (Path document : documents()) {
      String text = Files.readString(document);
      List<MatchResult> names = NAMED.matcher(text).results().toList();
      named += names.size();
      for (MatchResult name : names) {
        if (!isThere(known, name.group(1), name.group(2))) {
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
    Map<String, Tests> known = known();

    assertThat(isThere(known, "NamedTestsTest", "documents_testsThatTheyName_exist")).isTrue();
    assertThat(isThere(known, "NamedTestsTest", "isGone")).isFalse();
    assertThat(isThere(known, "GoneTest", null)).isFalse();
  }

  private static boolean isThere(Map<String, Tests> known, String type, @Nullable String method) {
    Tests tests = known.get(type);
    if (tests == null) {
      return false;
    }
    return method == null
        || tests.methods().contains(method)
        || (tests.above() != null && isThere(known, tests.above(), method));
  }

  private static Map<String, Tests> known() throws IOException {
    Map<String, Tests> known = new HashMap<>();
    for (CompilationUnitTree file : Sources.parse(Sources.tests())) {
      for (Tree type : file.getTypeDecls()) {
        if (type instanceof ClassTree declared) {
          known
              .computeIfAbsent( // two modules may have one of a name
                  declared.getSimpleName().toString(),
                  name -> new Tests(Constants.above(declared), new HashSet<>()))
              .methods()
              .addAll(methods(declared));
        }
      }
    }
    return known;
  }

  private static Set<String> methods(ClassTree declared) {
    Set<String> methods = new HashSet<>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
        methods.add(method.getName().toString());
        return null;
      }
    }.scan(declared, null);
    return methods;
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(Sources.root().resolve("docs"))) {
      return Stream.concat(docs, Stream.of(Sources.root().resolve("README.md")))
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }
}
