package io.holdfast.lock.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Holdfast;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@link TortureMutantsIT} breaks the locks for. */
@Timeout(300)
@Tag("long")
class SentinelTortureIT {

  private static final Duration LIMIT = Duration.ofSeconds(280);

  @TempDir Path directory;

  /** An overlap beside a failover has an excuse; one at another time has none. */
  @Test
  @DisplayName("failure 186: Sentinels replace masters while clients contend")
  void torture_fairWithSentinels_onlyFailoversExcuseAnything() throws Exception {
    Assumptions.assumeTrue(
        TestServers.whyNotControllable().isEmpty(), "needs servers that it can break");
    try (JvmProcess torture =
        JvmProcess.start(
            Holdfast.class,
            "torture",
            "--kind",
            "fair",
            "--topology",
            "sentinel",
            "--workers",
            "4",
            "--minutes",
            "0.3",
            "--seed",
            "5",
            "--report",
            directory.resolve("report.txt").toString())) {
      assertThat(torture.exitValue(LIMIT))
          .as(() -> String.join("\n", torture.output()))
          .isEqualTo(ExitStatus.OK);
    }
  }
}
