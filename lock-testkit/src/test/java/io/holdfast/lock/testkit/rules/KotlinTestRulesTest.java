package io.holdfast.lock.testkit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What {@link TestRulesTest} asks of tests in Java, as far as text can tell it of those in Kotlin.
 */
class KotlinTestRulesTest {

  private static final Pattern SLEEPS = Pattern.compile("\\b(sleep|delay)\\(");

  @Test
  void tests_inKotlin_doNotSleep() throws IOException {
    List<Path> files = tests();
    assertThat(files).as("files of tests").hasSizeGreaterThan(4);

    List<String> breaches = new ArrayList<>();
    for (Path file : files) {
      breaches.addAll(breaches(file.getFileName().toString(), Files.readString(file)));
    }
    assertThat(breaches).isEmpty();
  }

  @Test
  void rule_broken_isSeen() {
    String text = "fun bad() {\n  Thread.sleep(1)\n  delay(1.seconds)\n  late.delayed()\n}\n";

    assertThat(breaches("Sample.kt", text)).containsExactly("Sample.kt:2", "Sample.kt:3");
  }

  private static List<String> breaches(String file, String text) {
    List<String> lines = text.lines().toList();
    List<String> breaches = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (SLEEPS.matcher(lines.get(i)).find()) {
        breaches.add(file + ':' + (i + 1));
      }
    }
    return breaches;
  }

  private static List<Path> tests() throws IOException {
    try (Stream<Path> all = Files.walk(Sources.root().resolve("integrations"))) {
      return all.filter(file -> file.toString().endsWith(".kt"))
          .filter(file -> file.toString().contains("/src/test/"))
          .toList();
    }
  }
}
