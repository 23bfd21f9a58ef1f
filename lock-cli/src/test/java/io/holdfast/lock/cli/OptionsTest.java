package io.holdfast.lock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "demo", "run", "ls", "inspect", "unlock", "watch", "completion"})
  void help_ofEveryCommand_hasExamples(String command) {
    CommandLineRun run =
        command.isEmpty() ? CommandLineRun.of("--help") : CommandLineRun.of(command, "--help");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Examples:", "holdfast " + command);
    assertThat(run.err()).isEmpty();
    if (!command.isEmpty()) {
      assertThat(run.out()).contains("Exit status:");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOSUCH --help", "--help NOSUCH", "ls NOSUCH --help", "NOSUCH"})
  void help_ofWhatThereIsNot_isUsageError(String line) {
    CommandLineRun run = CommandLineRun.of(line.split(" "));

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("NOSUCH", "--help");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void version_ofEveryCommand_isPrinted() {
    assertThat(CommandLineRun.of("--version").out()).startsWith("holdfast ");
    assertThat(CommandLineRun.of("run", "--version").out()).startsWith("holdfast ");
  }

  @Test
  void help_namesEveryCommandButTheScriptsOwn() {
    assertThat(CommandLineRun.of("--help").out())
        .contains("demo", "run", "ls", "inspect", "watch", "unlock", "completion", "torture")
        .doesNotContain("rehearse");
    assertThat(CommandLineRun.of("completion", "bash").out())
        .contains("torture")
        .doesNotContain("rehearse");
  }

  @Test
  void needed_firstWordIsACommand_isThatOne() {
    assertThat(Holdfast.needed("run", "--lock", "a", "ls")).containsExactly("run");
    assertThat(Holdfast.needed("--version")).isEmpty();
    assertThat(Holdfast.needed("--stacktrace", "run")).contains("run", "ls", "torture");
    assertThat(Holdfast.needed("completion", "bash")).contains("run", "ls", "torture");
    assertThat(Holdfast.needed()).contains("run", "ls", "torture");
  }

  @Test
  void noCommand_isUsageError() {
    CommandLineRun run = CommandLineRun.of();

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("Commands:");
  }

  @Test
  void run_badDuration_namesValueAndForm() {
    CommandLineRun run = CommandLineRun.of("run", "--lock", "a", "--wait", "10", "--", "true");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--wait", "'10'", "500ms").doesNotContain("\tat ");
  }

  @Test
  void run_leaseOutOfBounds_namesBounds() {
    CommandLineRun run = CommandLineRun.of("run", "--lock", "a", "--lease", "10ms", "--", "true");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--lease", "100 ms", "24 h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"256", "999", "-1"})
  void run_notObtainedStatusThatIsNone_namesValueAndBounds(String status) {
    CommandLineRun run = CommandLineRun.of("run", "--lock", "a", "-E", status, "--", "true");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--not-obtained-status " + status, "0 to 255");
  }

  @Test
  void run_help_saysWhatLeavesTheCommandWithoutALock() {
    assertThat(CommandLineRun.of("run", "--help").out())
        .contains("SIGKILL", "flock(1)", "Ctrl-Z", "HOLDFAST_TOKEN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis-sentinel://127.0.0.1:1#main", "redis://127.0.0.1:1/3"})
  void cluster_ofAUriThatIsNotOfANode_isUsageError(String uri) {
    CommandLineRun run = CommandLineRun.of("ls", "--cluster", "--redis", uri);

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--cluster");
  }

  @Test
  void run_withoutLockOrCommand_isUsageError() {
    assertThat(CommandLineRun.of("run", "--", "true").status()).isEqualTo(ExitStatus.USAGE);
    assertThat(CommandLineRun.of("run", "--lock", "a").status()).isEqualTo(ExitStatus.USAGE);
  }

  @Test
  void run_nameThatJavaCouldNotRead_isRefused() {
    CommandLineRun run = CommandLineRun.of("run", "--lock", "caf\ufffd", "--", "true");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://:hidden@host",
        "redis://:hidden@",
        "redis://:hidden@host:port",
        "hidden@x"
      })
  void redis_malformedUri_isToldWithoutItsPassword(String uri) {
    CommandLineRun run = CommandLineRun.of("ls", "--redis", uri);

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--redis", "redis://host:port").doesNotContain("hidden");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://host",
        "redis://my_host:6379",
        "redis://user:pa:ss@host:6379/2",
        "rediss://[::1]:6379",
        "redis://[::1]",
        "redis-sentinel://a:26379,b:26379#main",
      })
  void redis_usualUris_areTaken(String uri) {
    assertThat(new RedisUriConverter().convert(uri)).isNotNull();
  }

  @Test
  void redis_nobodyThere_isOneSentence() {
    CommandLineRun run = CommandLineRun.of("ls", "--redis", "redis://127.0.0.1:1");

    assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("127.0.0.1:1", "is the server running there?");
  }

  @Test
  void redis_nobodyThereAndStacktrace_showsWhere() {
    CommandLineRun run = CommandLineRun.of("ls", "--redis", "redis://127.0.0.1:1", "--stacktrace");

    assertThat(run.err()).contains("\tat io.holdfast");
  }

  @Test
  void prefix_withBraces_isUsageError() {
    CommandLineRun run = CommandLineRun.of("ls", "--prefix", "{a}");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("{a}");
  }

  @Test
  void demo_tooFewWorkers_namesBounds() {
    CommandLineRun run = CommandLineRun.of("demo", "--workers", "2");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--workers 2", "3 to 16");
  }
}
