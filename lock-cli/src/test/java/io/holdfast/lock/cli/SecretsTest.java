package io.holdfast.lock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.process.JvmProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every piece of a secret here says {@code hush}. */
class SecretsTest {

  /** A list of words each, as a shell hands them over. */
  static Stream<List<String>> wrongLines() {
    return Stream.of(
        words("ls", "--redis", "redis://app:hush one@db.example:6379"),
        words("ls", "--redis=redis://app:hush%@db.example:6379"),
        words("ls", "--stacktrace", "--redis", "redis://app:hush/hush@db.example:6379"),
        words("inspect", "a", "--redis", "http://:hush@db.example"),
        words("demo", "--redis", "redis://:hush#hush@db.example"),
        words("demo", "--redis", "hush"),
        words("run", "--redis", "redis://hush@db.example:port", "--lock", "a", "--", "true"),
        words("ls", "--redis", "redis-sentinel://:hush@db.example"),
        words("ls", "--redis", "redis://h?verifyPeer=hush"),
        // not quoted for the shell, or misspelt
        words("ls", "--redis", "redis://app:hush", "hush@db.example:6379"),
        words("ls", "--redis", "redis://app", "hush", "hush", "--", "hush@db.example"),
        words("ls", "redis://:hush@db.example"),
        words("ls", "--reddis", "redis://:hush@db.example"),
        words("ls", "--reddis=redis://:hush@db.example"),
        words("ls", "--redis:hush@db.example"),
        words("ls", "-redis://:hush@db.example"),
        words("redis://:hush@db.example"),
        words("redis://:hush@db.example", "ls"),
        words("demo", "--workers", "redis://:hush@db.example"),
        words("demo", "--redis", "redis://:hush@h", "--redis", "redis://:hush@h"),
        words("run", "--lock", "a", "--lease", "redis://:hush@db.example", "--", "true"),
        words("run", "--lock", "a", "--on-loss", "redis://:hush@db.example", "--", "true"),
        words("run", "--lock", "a", "--kind", "redis://:hush@db.example", "--", "true"),
        words("run", "--cluster=redis://:hush@db.example", "--lock", "a", "--", "true"),
        words("torture", "--seed", "redis://:hush@db.example"));
  }

  private static List<String> words(String... words) {
    return List.of(words);
  }

  @ParameterizedTest
  @MethodSource("wrongLines")
  @DisplayName("failure 95: a secret in a command line that cannot be read")
  void wrongLine_withAUri_tellsNothingOfIt(List<String> line) {
    CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).startsWith("holdfast: ").contains("--help");
    assertThat(run.out() + run.err()).doesNotContain("hush");
  }

  @Test
  void wrongWord_besidesAUri_isToldByItsPlace() {
    assertThat(CommandLineRun.of("ls", "--redis", "redis://app", "hush").err())
        .contains("word 4 ")
        .doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"redis://app:hush one@db.example", "redis://:hush#1@h", "hush", "redis://h:hu%sh"})
  @DisplayName("failure 95: a secret in an environment variable that cannot be read")
  void environment_malformed_tellsNothingOfIt(String uri) throws Exception {
    try (JvmProcess command =
        JvmProcess.of(Holdfast.class)
            .environment("HOLDFAST_REDIS", uri)
            .arguments("ls", "--stacktrace")
            .start()) {
      command.awaitLine("Invalid value for option '--redis'");
      assertThat(command.exitValue(Duration.ofMinutes(1))).isEqualTo(ExitStatus.USAGE);
      assertThat(command.output()).noneMatch(said -> said.contains("hush") || said.contains("hu%"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://app:hush@127.0.0.1:1", "redis-sentinel://hush@127.0.0.1:1#m"})
  void nobodyThere_stackTrace_tellsNoSecretAndNotItsLength(String uri) {
    CommandLineRun run = CommandLineRun.of("ls", "--stacktrace", "--redis", uri);

    assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
    assertThat(run.err()).contains("127.0.0.1:1").doesNotContain("hush").doesNotContain("****");
  }
}
