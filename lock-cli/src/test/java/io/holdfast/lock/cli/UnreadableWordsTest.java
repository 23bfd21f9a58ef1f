package io.holdfast.lock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Words that are not ASCII, as Java reads them where the locale is C. */
class UnreadableWordsTest {

  private static final String UNREADABLE = "gr\ufffd\ufffdn";

  static Stream<List<String>> lines() {
    String uri = "redis://:hush@127.0.0.1:1";
    return Stream.of(
        List.of("run", "--redis", uri, "--lock", UNREADABLE, "--", "true"),
        List.of("run", "--redis", uri, "--lock", "a", "--", UNREADABLE),
        List.of("run", "--redis", uri, "--lock", "a", "--", "echo", UNREADABLE),
        List.of("run", "--redis", uri, "--lock", "a", "--kind", UNREADABLE, "--", "true"),
        List.of("run", "--redis", uri, "--lock", "a", "--wait", UNREADABLE, "--", "true"),
        List.of("ls", "--redis", uri, UNREADABLE),
        List.of("ls", "--redis", "redis://app:hush" + UNREADABLE + "@127.0.0.1"),
        List.of("inspect", "--redis", uri, UNREADABLE),
        List.of(UNREADABLE));
  }

  @ParameterizedTest
  @MethodSource("lines")
  @DisplayName("failure 137: a word of the command line that is not ASCII, in the locale C")
  void word_notReadableInTheLocale_saysWhatToSet(List<String> line) {
    CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).startsWith("holdfast: ").contains("set LC_ALL=C.UTF-8");
    assertThat(run.out() + run.err()).doesNotContain("hush");
  }
}
