package io.holdfast.lock.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Holdfast;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
@Tag("long")
class TortureIT {

  private static final Duration LIMIT = Duration.ofSeconds(150);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"lock", "fair", "rw", "pool", "red"})
  void torture_short_passesAndKeepsWhatItWasAskedToKeep(String kind) throws Exception {
    Assumptions.assumeTrue(
        TestServers.whyNotControllable().isEmpty(), "needs servers that it can break");
    Path report = directory.resolve("report.txt");
    Path kept = directory.resolve("kept");
    try (JvmProcess torture =
        JvmProcess.start(
            Holdfast.class,
            "torture",
            "--kind",
            kind,
            "--minutes",
            "0.15",
            "--seed",
            "7",
            "--workers",
            kind.equals("fair") ? "4" : "2", // order is for many
            "--report",
            report.toString(),
            "--keep",
            kept.toString())) {
      assertThat(torture.exitValue(LIMIT))
          .as(() -> String.join("\n", torture.output()))
          .isEqualTo(ExitStatus.OK);
      assertThat(torture.output())
          .anyMatch(line -> line.matches(".* operations [1-9].* holds [1-9].*"));
    }
    assertThat(report)
        .content()
        .contains("PASSED", "seed 7", "holdfast torture --kind " + kind + " --seed 7", "INJECTED");
    assertThat(kept)
        .isDirectoryContaining(kind.equals("pool") ? "glob:**/*.history" : "glob:**/register")
        .isDirectoryContaining("glob:**/nemesis.tsv");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--minutes 0",
        "--minutes 2000",
        "--workers 0",
        "--workers 33",
        "--threads 65",
        "--locks 0",
        "--lease 10ms",
        "--kind nothing"
      })
  void torture_outOfBounds_isRefusedWithOptionAndValue(String option) {
    List<String> words = List.of(option.split(" ", -1));
    CommandLineRun run = CommandLineRun.of("torture", words.get(0), words.get(1));
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains(words.get(0)).contains(words.get(1).replaceAll("ms$", ""));
  }

  @Test
  void torture_keepDirectoryNotEmpty_isRefused() throws Exception {
    Files.writeString(directory.resolve("something"), "");
    CommandLineRun run = CommandLineRun.of("torture", "--keep", directory.toString());
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("is not empty");
  }
}
