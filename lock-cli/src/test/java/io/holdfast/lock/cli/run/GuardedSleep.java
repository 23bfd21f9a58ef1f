package io.holdfast.lock.cli.run;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;

import io.holdfast.lock.cli.Holdfast;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * {@code holdfast run} in a JVM of its own, over a shell that writes a heartbeat and has a sleeping
 * child, which heeds INT and QUIT: a shell has what it puts into the background ignore them.
 *
 * @param lock the name of the lock
 * @param jvm the guard
 * @param heartbeat a file that grows while the command works
 * @param processes the command and its child, when they have said who they are
 */
record GuardedSleep(String lock, JvmProcess jvm, Path heartbeat, List<ProcessHandle> processes)
    implements AutoCloseable {

  private static final Pattern PIDS = Pattern.compile("^pids=(\\d+),(\\d+)$");
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** With a lease of 10 s: what a guard that is killed leaves of it is waited for. */
  static GuardedSleep start(TestServer server, Path directory, String lock, String... script) {
    Path heartbeat = directory.resolve(lock);
    String beat =
        String.join("", script)
            + "env --default-signal=INT,QUIT sleep 300 & echo pids=$$,$!; while :; do echo beat >>\"$0\"; sleep 0.05; done";
    JvmProcess jvm =
        JvmProcess.of(Holdfast.class)
            .options(
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.resolve("hs_err-%p.log"))
            .arguments(
                "run",
                "--redis",
                server.uri(),
                "--lock",
                lock,
                "--lease",
                "10s",
                "--",
                "sh",
                "-c",
                beat,
                heartbeat.toString())
            .start();
    return new GuardedSleep(lock, jvm, heartbeat, new ArrayList<>());
  }

  void awaitRunning() throws InterruptedException {
    MatchResult pids = jvm.awaitLine(PIDS, LIMIT);
    for (int group = 1; group <= pids.groupCount(); group++) {
      processes.add(ProcessHandle.of(Long.parseLong(pids.group(group))).orElseThrow());
    }
    eventually().isTrue("the command works", () -> Files.exists(heartbeat));
  }

  void signal(int number) throws IOException, InterruptedException {
    signal(Integer.toString(number));
  }

  /** To the guard alone. */
  void signal(String nameOrNumber) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("sh", "-c", "kill -" + nameOrNumber + " " + jvm.pid()).start().waitFor();
    if (status != 0) {
      throw new AssertionError("signal " + nameOrNumber + " could not be sent");
    }
  }

  boolean guardRuns() {
    return jvm.isAlive();
  }

  boolean allRun() {
    return running().size() == processes.size();
  }

  /** The command and its child, as far as they run. */
  List<ProcessHandle> running() {
    return processes.stream().filter(GuardedSleep::runs).toList();
  }

  private static boolean runs(ProcessHandle process) {
    Optional<ProcessStat> stat = ProcessStat.of(process.pid());
    return process.isAlive() && stat.filter(ProcessStat::isZombie).isEmpty();
  }

  @Override
  public void close() {
    jvm.close();
    processes.forEach(ProcessHandle::destroyForcibly);
  }
}
