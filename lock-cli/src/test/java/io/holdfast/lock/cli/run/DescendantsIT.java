package io.holdfast.lock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Holdfast;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that the command has started end with it, and before the lock is released. */
@ExtendWith(RedisServerExtension.class)
class DescendantsIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String LOCK = "descendants-it";
  private static final Pattern PID = Pattern.compile("^pid=(\\d+)$");
  private static final Pattern LEFT = Pattern.compile("processes that it started still run: (.*)");

  private final List<JvmProcess> started = new ArrayList<>();
  private final List<ProcessHandle> descendants = new ArrayList<>();
  private TestServer server;
  private HoldfastClient client;

  @BeforeEach
  void connect(TestServer shared) {
    server = shared;
    client = HoldfastClient.connect(shared.uri());
  }

  @AfterEach
  void close() {
    started.forEach(JvmProcess::close);
    descendants.forEach(ProcessHandle::destroyForcibly);
    client.close();
  }

  private JvmProcess run(String onLoss, String script) {
    JvmProcess jvm =
        JvmProcess.of(Holdfast.class)
            .arguments(
                "run",
                "--redis",
                server.uri(),
                "--lock",
                LOCK,
                "--on-loss",
                onLoss,
                "--",
                "sh",
                "-c",
                script)
            .start();
    started.add(jvm);
    return jvm;
  }

  /** The processes that the script has named: {@code pid=…}. */
  private ProcessHandle descendant(JvmProcess jvm) throws InterruptedException {
    long pid = Long.parseLong(jvm.awaitLine(PID, LIMIT).group(1));
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    descendants.add(process);
    return process;
  }

  private static void signal(String name, JvmProcess jvm) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + jvm.pid()).start().waitFor();
  }

  private static boolean runs(ProcessHandle process) {
    Optional<ProcessStat> stat = ProcessStat.of(process.pid());
    return process.isAlive() && stat.filter(ProcessStat::isZombie).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "HUP, 129"})
  void signal_reachesWhatTheCommandHasStarted(String name, int status) throws Exception {
    JvmProcess jvm = run("term", "sleep 300 & echo pid=$!; wait");
    ProcessHandle sleep = descendant(jvm);

    signal(name, jvm);

    assertThat(jvm.exitValue(LIMIT)).isEqualTo(status);
    assertThat(runs(sleep)).isFalse();
  }

  @Test
  void signal_descendantNeedsTimeToEnd_lockIsHeldUntilThen() throws Exception {
    JvmProcess jvm =
        run(
            "term",
            "sh -c \"trap 'sleep 1.5; exit' TERM; echo pid=\\$\\$; while :; do sleep 0.05; done\" & wait");
    ProcessHandle descendant = descendant(jvm);

    signal("TERM", jvm);

    boolean wasHeld = true;
    while (runs(descendant)) {
      boolean isHeld = client.lock(LOCK).isLocked();
      wasHeld &= isHeld || !runs(descendant);
    }
    assertThat(wasHeld).isTrue();
    assertThat(jvm.exitValue(LIMIT)).isEqualTo(143);
    assertThat(client.lock(LOCK).isLocked()).isFalse();
  }

  @Test
  void signal_descendantIgnoresIt_isNamedAndNotAwaitedForEver() throws Exception {
    JvmProcess jvm = run("term", "sh -c \"trap '' TERM; echo pid=\\$\\$; exec sleep 300\" & wait");
    ProcessHandle deaf = descendant(jvm);

    signal("TERM", jvm);

    assertThat(jvm.awaitLine(LEFT, LIMIT).group(1))
        .contains(Long.toString(deaf.pid()), "sleep")
        .doesNotContain("300");
    assertThat(jvm.exitValue(LIMIT)).isEqualTo(143);
    assertThat(runs(deaf)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"term", "kill"})
  void loss_endsWhatTheCommandHasStarted(String reaction) throws Exception {
    JvmProcess jvm = run(reaction, "sleep 300 & echo pid=$!; wait");
    ProcessHandle sleep = descendant(jvm);

    client.lock(LOCK).forceUnlock();

    assertThat(jvm.exitValue(LIMIT)).isEqualTo(ExitStatus.LOST);
    assertThat(runs(sleep)).isFalse();
  }

  @Test
  void end_ofItself_leavesAloneWhatTheCommandHasStarted() throws Exception {
    JvmProcess jvm = run("term", "sleep 300 & echo pid=$!; exit 3");
    ProcessHandle daemon = descendant(jvm);

    assertThat(jvm.exitValue(LIMIT)).isEqualTo(3);
    assertThat(runs(daemon)).isTrue();
  }
}
