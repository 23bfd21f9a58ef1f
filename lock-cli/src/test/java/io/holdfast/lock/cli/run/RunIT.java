package io.holdfast.lock.cli.run;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Holdfast;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class RunIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String LOCK = "run-it";

  /** Says that it runs, and goes on until told to end. */
  private static final String LOOP = "echo started; while :; do sleep 0.05; done";

  private final List<JvmProcess> started = new ArrayList<>();
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
    client.close();
  }

  private JvmProcess run(String... arguments) {
    return runAt(server.uri(), arguments);
  }

  private JvmProcess runAt(String uri, String... arguments) {
    List<String> words = new ArrayList<>(List.of("run", "--redis", uri, "--lock", LOCK));
    words.addAll(List.of(arguments));
    JvmProcess jvm = JvmProcess.of(Holdfast.class).arguments(words.toArray(String[]::new)).start();
    started.add(jvm);
    return jvm;
  }

  private static int status(JvmProcess jvm) throws InterruptedException {
    return jvm.exitValue(LIMIT);
  }

  private static void signal(String name, JvmProcess jvm) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + jvm.pid()).start().waitFor();
  }

  private void assertFree() {
    assertThat(client.lock(LOCK).isLocked()).isFalse();
    assertThat(client.lock(LOCK).inspect().queueLength()).isZero();
  }

  @Test
  void run_command_itsStatusIsOurs() throws Exception {
    assertThat(status(run("--", "sh", "-c", "exit 7"))).isEqualTo(7);
    assertFree();
  }

  @Test
  void run_withoutDashes_optionsBehindTheCommandAreItsOwn() throws Exception {
    JvmProcess jvm = run("echo", "--wait", "--", "@x");

    jvm.awaitLine("^--wait -- @x$");
    assertThat(status(jvm)).isZero();
  }

  @Test
  void run_twice_tokenIsInTheEnvironmentAndRises() throws Exception {
    long[] tokens = new long[2];
    for (int i = 0; i < tokens.length; i++) {
      JvmProcess jvm = run("--", "sh", "-c", "echo token=$HOLDFAST_TOKEN");
      tokens[i] = Long.parseLong(jvm.awaitLine("^token=(\\d+)$").group(1));
      assertThat(status(jvm)).isZero();
    }
    assertThat(tokens[1]).isGreaterThan(tokens[0]);
  }

  @Test
  void run_inputOfTheCommand_isOurs() throws Exception {
    JvmProcess jvm = run("--", "sh", "-c", "read line; echo \"read $line\" >&2");
    jvm.send("hello");

    jvm.awaitLine("^read hello$");
    assertThat(status(jvm)).isZero();
  }

  @Test
  void run_whileItRuns_lockIsHeld() throws Exception {
    JvmProcess jvm = run("--", "sh", "-c", "echo started; read line");
    jvm.awaitLine("started");

    assertThat(client.lock(LOCK).tryAcquire()).isEmpty();

    jvm.send("");
    assertThat(status(jvm)).isZero();
    assertFree();
  }

  @Test
  void run_kindFair_holdsTheFairLockOfTheName() throws Exception {
    try (Hold plain = client.lock(LOCK).acquire()) {
      JvmProcess jvm = run("--kind", "fair", "--", "sh", "-c", "echo started; read line");
      jvm.awaitLine("started");

      assertThat(new FairLocks(client).get(LOCK).tryAcquire()).isEmpty();
      assertThat(plain.isValid()).isTrue();

      jvm.send("");
      assertThat(status(jvm)).isZero();
    }
  }

  @Test
  void run_lockHeldByAnother_isNotObtainedAndCommandNotStarted() throws Exception {
    try (Hold hold = client.lock(LOCK).acquire()) {
      JvmProcess jvm = run("--wait", "300ms", "--", "echo", "started");

      assertThat(status(jvm)).isEqualTo(ExitStatus.NOT_OBTAINED);
      assertThat(jvm.output()).noneMatch(line -> line.equals("started"));
      assertThat(String.join("\n", jvm.output()))
          .contains("'" + LOCK + "': not obtained within 300 ms", "holder ", "lease left");
    }
    assertFree();
  }

  @Test
  void run_notObtainedStatus_isWhatWasAsked() throws Exception {
    try (Hold hold = client.lock(LOCK).acquire()) {
      assertThat(status(run("--wait", "0s", "-E", "3", "--", "true"))).isEqualTo(3);
    }
  }

  @Test
  void run_notObtainedAndServerGoneBeforeItTellsByWhom_isNotObtainedAllTheSame() throws Exception {
    try (Hold hold = client.lock(LOCK).acquire();
        FaultProxy proxy = FaultProxy.to(server)) {
      // Two scripts check the rights, the third asks for the lock, the fourth asks who holds it.
      Rule cut = proxy.when(Command.script().nth(4)).cutInsteadOfReply(Cut.RST);

      JvmProcess jvm = runAt(proxy.uri(), "--wait", "0s", "--", "true");

      assertThat(status(jvm)).isEqualTo(ExitStatus.NOT_OBTAINED);
      assertThat(String.join("\n", jvm.output()))
          .contains("not obtained within 0 ms", "holder unknown");
      assertThat(cut.fired()).isEqualTo(1);
    }
  }

  @Test
  void run_lockReleasedByAnother_startsThen() throws Exception {
    JvmProcess jvm;
    try (Hold hold = client.lock(LOCK).acquire()) {
      jvm = run("--wait", "20s", "--", "sh", "-c", "exit 4");
      eventuallyQueued();
    }
    assertThat(status(jvm)).isEqualTo(4);
  }

  @Test
  void run_lockLost_commandIsSentTermAndStatusSaysSo() throws Exception {
    JvmProcess jvm = run("--", "sh", "-c", "trap 'echo got-term; exit 3' TERM; " + LOOP);
    jvm.awaitLine("started");

    client.lock(LOCK).forceUnlock();

    jvm.awaitLine("got-term");
    assertThat(status(jvm)).isEqualTo(ExitStatus.LOST);
    assertThat(String.join("\n", jvm.output())).contains("'" + LOCK + "' was lost", "SIGTERM");
  }

  @Test
  void run_lockLostAndKill_commandThatIgnoresTermIsEnded() throws Exception {
    JvmProcess jvm = run("--on-loss", "kill", "--", "sh", "-c", "trap '' TERM; " + LOOP);
    jvm.awaitLine("started");

    client.lock(LOCK).forceUnlock();

    assertThat(status(jvm)).isEqualTo(ExitStatus.LOST);
  }

  @Test
  void run_lockLostAndIgnore_commandEndsByItself() throws Exception {
    JvmProcess jvm =
        run("--on-loss", "ignore", "--", "sh", "-c", "echo started; read line; echo read-it");
    jvm.awaitLine("started");

    client.lock(LOCK).forceUnlock();

    jvm.awaitLine("the command goes on");
    jvm.send("");
    jvm.awaitLine("read-it");
    assertThat(status(jvm)).isEqualTo(ExitStatus.LOST);
  }

  @Test
  void run_commandMissing_127AndReleased() throws Exception {
    JvmProcess jvm = run("--", "no-such-command-anywhere");

    assertThat(status(jvm)).isEqualTo(ExitStatus.NOT_FOUND);
    assertThat(jvm.output())
        .anyMatch(line -> line.contains("'no-such-command-anywhere': not found"));
    assertFree();
  }

  @Test
  void run_commandNotExecutable_126() throws Exception {
    assertThat(status(run("--", "/"))).isEqualTo(ExitStatus.NOT_EXECUTABLE);
  }

  @Test
  void run_commandKilledBySignal_128AndItsNumber() throws Exception {
    assertThat(status(run("--", "sh", "-c", "kill -9 $$"))).isEqualTo(137);
  }

  @Test
  void run_signals_arePassedOnAndLockReleased() throws Exception {
    for (String name : List.of("TERM", "INT", "HUP")) {
      JvmProcess jvm = run("--", "sh", "-c", "trap 'echo got-it; exit 5' " + name + "; " + LOOP);
      jvm.awaitLine("started");
      assertThat(client.lock(LOCK).isLocked()).isTrue();

      signal(name, jvm);

      jvm.awaitLine("got-it");
      assertThat(status(jvm)).as(name).isEqualTo(5);
      assertFree();
    }
  }

  @Test
  void run_signalWhileWaiting_leavesNothingBehind() throws Exception {
    try (Hold hold = client.lock(LOCK).acquire()) {
      JvmProcess jvm = run("--", "echo", "started");
      eventuallyQueued();

      signal("TERM", jvm);

      assertThat(status(jvm)).isEqualTo(143);
      assertThat(jvm.output()).doesNotContain("started");
      assertThat(client.lock(LOCK).inspect().queueLength()).isZero();
    }
  }

  private void eventuallyQueued() {
    within(LIMIT) // a JVM has to begin
        .isTrue("the other is queued", () -> client.lock(LOCK).inspect().queueLength() == 1);
  }
}
