package io.holdfast.lock.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Holdfast;
import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
@Tag("long")
class TortureIT {

  private static final Duration LIMIT = Duration.ofSeconds(150);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"lock", "fair", "rw", "pool", "red"})
  void torture_short_passesAndKeepsWhatItWasAskedToKeep(String kind) throws Exception {
    Path kept = directory.resolve("kept");
    Path report =
        tortured(
            "--seed", "7", "--kind", kind, "--keep", kept.toString(), "--workers", workers(kind));
    assertThat(report)
        .content()
        .contains("PASSED", "seed 7", "holdfast torture --kind " + kind + " --seed 7", "INJECTED");
    assertThat(kept)
        .isDirectoryContaining(kind.equals("pool") ? "glob:**/*.history" : "glob:**/register")
        .isDirectoryContaining("glob:**/nemesis.tsv");
  }

  /** Order is for many. */
  private static String workers(String kind) {
    return kind.equals("fair") ? "4" : "2";
  }

  /** The report of a torture that passes. */
  private Path tortured(String... words) throws Exception {
    Assumptions.assumeTrue(
        TestServers.whyNotControllable().isEmpty(), "needs servers that it can break");
    Path report = directory.resolve("report.txt");
    List<String> all =
        new ArrayList<>(List.of("torture", "--minutes", "0.15", "--report", report.toString()));
    all.addAll(List.of(words));
    try (JvmProcess torture = JvmProcess.start(Holdfast.class, all.toArray(String[]::new))) {
      assertThat(torture.exitValue(LIMIT))
          .as(() -> String.join("\n", torture.output()))
          .isEqualTo(ExitStatus.OK);
      assertThat(torture.output())
          .anyMatch(line -> line.matches(".* operations [1-9].* holds [1-9].*"));
    }
    return report;
  }

  @ParameterizedTest
  @DisplayName("failure 187: slots of contended locks move")
  @CsvSource({
    "lock, sentinel, tokens decide, sentinel-failover kill-master freeze-master",
    "fair, cluster, any overlap is an error, cluster-failover move-slot"
  })
  void torture_topology_passesAndSaysWhichRuleCounts(
      String kind, String topology, String rule, String faults) throws Exception {
    Path report =
        tortured("--seed", "7", "--kind", kind, "--topology", topology, "--workers", workers(kind));
    assertThat(report)
        .content()
        .contains("PASSED", "topology " + topology, rule, " --topology " + topology)
        .satisfies(text -> assertInjected(text, faults));
  }

  /** Each of these was injected, and counted. */
  private static void assertInjected(String report, String faults) {
    for (String fault : faults.split(" ", -1)) {
      assertThat(report)
          .containsPattern("INJECTED\t\\d+\t" + fault + "\t")
          .containsPattern("(?m)^faults: .*" + fault + " [1-9]");
    }
  }

  @Test
  @DisplayName("failure 185: a cluster votes while clients contend")
  void torture_clusterLosing_replacesMasters() throws Exception {
    Path report = tortured("--topology", "cluster", "--losing", "--workers", "2", "--seed", "8");
    assertThat(report)
        .content()
        .contains("PASSED", "tokens decide")
        .satisfies(
            text -> assertInjected(text, "kill-master freeze-master cluster-failover move-slot"));
  }

  @ParameterizedTest
  @CsvSource({
    "--kind, red, sentinel, independent of each other",
    "--kind, red, cluster, independent of each other",
    "--workers, 1, cluster, must be from 2 to 32",
    "--workers, 1, sentinel, must be from 2 to 32"
  })
  void torture_topologyThatCannotBe_isRefusedWithItsValue(
      String option, String value, String topology, String why) {
    CommandLineRun run = CommandLineRun.of("torture", option, value, "--topology", topology);
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains(option.equals("--kind") ? topology : value).contains(why);
  }

  @Test
  void torture_losingWithSentinels_isRefused() {
    CommandLineRun run = CommandLineRun.of("torture", "--losing", "--topology", "sentinel");
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--losing", "single and cluster", "Sentinels");
  }

  @Test
  void torture_serverProgramIsMissing_isUnavailable() throws Exception {
    for (String topology : List.of("single", "sentinel", "cluster")) {
      assertUnavailable("/nowhere/redis-server", topology, "is not an executable file");
    }
  }

  @Test
  void torture_serverWithoutClusters_isUnavailable() throws Exception {
    Path program = directory.resolve("no-cluster.sh");
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s' \"$@\" --cluster-enabled no\n"
            .formatted(RedisBinary.locate().path()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertUnavailable(program.toString(), "cluster", "cluster support disabled");
  }

  /** In one sentence, and the command to be given again names the server. */
  private void assertUnavailable(String program, String topology, String why) throws Exception {
    try (JvmProcess torture =
        JvmCommand.of(Holdfast.class)
            .options("-Dholdfast.redis.bin=" + program)
            .arguments("torture", "--topology", topology)
            .start()) {
      assertThat(torture.exitValue(LIMIT))
          .as(() -> String.join("\n", torture.output()))
          .isEqualTo(ExitStatus.UNAVAILABLE);
      assertThat(torture.output())
          .anyMatch(line -> line.contains("No server could be started") && line.contains(why))
          .anyMatch(line -> line.contains("HOLDFAST_JAVA_OPTS='-Dholdfast.redis.bin=" + program))
          .noneMatch(line -> line.startsWith("\tat "));
    }
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
        "--kind nothing",
        "--topology nothing"
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
