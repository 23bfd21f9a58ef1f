package io.holdfast.lock.cli.run;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The processes that the watcher ends when its input ends. */
class WatcherIT {

  private final StringWriter said = new StringWriter();
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private Watcher watcher(OnLoss reaction) {
    PrintWriter writer = new PrintWriter(said, true);
    return Watcher.start(reaction, "lock 'watcher-it'", new Terminal(writer, writer));
  }

  private Process start(ProcessBuilder command) throws IOException {
    Process process = command.start();
    started.add(process);
    return process;
  }

  private Process sleep(Watcher watcher) throws IOException {
    ProcessBuilder sleep = new ProcessBuilder("sleep", "300");
    watcher.mark(sleep.environment());
    return start(sleep);
  }

  private static void awaitEnd(Process process, int status) {
    eventually().isTrue("it is ended", () -> !process.isAlive());
    assertThat(process.exitValue()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  @DisplayName("failure 98: the guard goes while the command runs")
  void close_processIsWatched_getsTheSignal(OnLoss reaction) throws Exception {
    Watcher watcher = watcher(reaction);
    Process watched = sleep(watcher);
    Process other = start(new ProcessBuilder("sleep", "300"));
    watcher.watch(List.of(watched.toHandle()));

    watcher.close();

    awaitEnd(watched, reaction == OnLoss.TERM ? 143 : 137);
    assertThat(other.isAlive()).isTrue();
    assertThat(said.toString()).isEmpty();
  }

  @Test
  @DisplayName("failure 98: the guard goes before it could tell which process is its command")
  void close_nothingWasTold_findsTheCommandByItsMark() throws Exception {
    Watcher watcher = watcher(OnLoss.TERM);
    Watcher another = watcher(OnLoss.TERM);
    Process command = sleep(watcher);
    Process theirs = sleep(another);

    watcher.close();

    awaitEnd(command, 143);
    assertThat(theirs.isAlive()).isTrue();
    another.watch(List.of());
    another.close();
    assertThat(theirs.isAlive()).isTrue();
  }

  @Test
  @DisplayName("failure 98: a signal reaches guard, watcher and command together")
  void close_itsGroupWasSignalled_isThereAllTheSame() throws Exception {
    Watcher watcher = watcher(OnLoss.TERM);
    Process watched = sleep(watcher);
    watcher.watch(List.of(watched.toHandle()));
    long shell =
        ProcessHandle.current()
            .children()
            .filter(child -> isWatcher(child) && child.isAlive())
            .findFirst()
            .orElseThrow()
            .pid();
    for (String signal : List.of("HUP", "INT", "QUIT", "USR1", "TERM", "TSTP", "34")) {
      assertThat(new ProcessBuilder("sh", "-c", "kill -" + signal + " " + shell).start().waitFor())
          .isZero();
    }

    watcher.close();

    awaitEnd(watched, 143);
  }

  private static boolean isWatcher(ProcessHandle process) {
    return process
        .info()
        .arguments()
        .filter(arguments -> List.of(arguments).contains("holdfast-watcher"))
        .isPresent();
  }

  @Test
  void start_commandIsToGoOnWithoutTheLock_nobodyWatches() throws Exception {
    Watcher watcher = watcher(OnLoss.IGNORE);
    Process command = sleep(watcher);
    watcher.watch(List.of(command.toHandle()));

    watcher.close();

    assertThat(command.isAlive()).isTrue();
    assertThat(
            ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .anyMatch(WatcherIT::isWatcher))
        .isFalse();
  }
}
