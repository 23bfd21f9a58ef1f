package io.holdfast.lock.cli.demo;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.cli.Holdfast;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
@Timeout(300) // several JVMs, one after the other
class DemoIT {

  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** So long that the holder's renewals are in time on a busy machine. */
  private static final String LEASE = "8s";

  private static final Pattern PID = Pattern.compile("pid (\\d+)");

  @Test
  void demo_quick_verifiesAllAndLeavesNothing() throws Exception {
    try (JvmProcess demo =
        JvmProcess.start(Holdfast.class, "demo", "--quick", "--busy", "--lease", LEASE)) {
      int status = demo.exitValue(LIMIT);

      String said = String.join("\n", demo.output());
      assertThat(status).as(said).isZero();
      assertThat(said)
          .containsPattern("server +(redis|valkey) .* at 127\\.0\\.0\\.1:\\d+")
          .containsPattern("worker-2 holds the lock, token \\d+: \\d+ µs after the release")
          .containsPattern("hand-over from worker-\\d in +\\d+ µs +waiting: worker-")
          .containsPattern("hand-over median +\\d+ µs, p99")
          .containsPattern("stale write with token \\d+ refused")
          .containsPattern("worker-3 learns that the hold with token \\d+ was lost")
          .contains("All 11 claims were verified.")
          .doesNotContain("✗", "\u001b[");
      assertGone(demo.output());
    }
  }

  @Test
  void demo_serverOfAnother_isUsedAndLeft(RedisServer server) throws Exception {
    try (JvmProcess demo =
        JvmProcess.start(
            Holdfast.class,
            "demo",
            "--quick",
            "--busy",
            "--lease",
            LEASE,
            "--workers",
            "3",
            "--redis",
            server.uri())) {
      assertThat(demo.exitValue(LIMIT)).as(() -> String.join("\n", demo.output())).isZero();
    }
    assertThat(server.isRunning()).isTrue();
    assertThat(server.keys("*")).allMatch(key -> key.startsWith("holdfast-demo:"));
    assertThat(server.keys("holdfast-demo:lock:*")).isEmpty();
  }

  @Test
  @Tag("timing")
  void demo_asItComes_keepsItsTimes() throws Exception {
    try (JvmProcess demo = JvmProcess.start(Holdfast.class, "demo", "--quick")) {
      assertThat(demo.exitValue(LIMIT)).as(() -> String.join("\n", demo.output())).isZero();
    }
  }

  @Test
  void demo_interrupted_leavesNothing() throws Exception {
    try (JvmProcess demo = JvmProcess.start(Holdfast.class, "demo", "--quick")) {
      demo.awaitLine(Pattern.compile("worker-2 .* waits"), LIMIT);

      new ProcessBuilder("sh", "-c", "kill -INT " + demo.pid()).start().waitFor();

      assertThat(demo.exitValue(LIMIT)).isEqualTo(130);
      assertGone(demo.output());
    }
  }

  private static void assertGone(List<String> output) {
    for (String line : output) {
      Matcher pid = PID.matcher(line);
      while (pid.find()) {
        long worker = Long.parseLong(pid.group(1));
        eventually()
            .isTrue(
                "worker " + worker + " has ended",
                () -> ProcessHandle.of(worker).filter(ProcessHandle::isAlive).isEmpty());
      }
    }
    Matcher port = Pattern.compile("at 127\\.0\\.0\\.1:(\\d+)").matcher(String.join("\n", output));
    assertThat(port.find()).isTrue();
    assertThatThrownBy(
            () ->
                new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)))
                    .close())
        .isInstanceOf(ConnectException.class);
  }
}
