package io.holdfast.lock.testkit.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.lock.testkit.concurrent.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Sends signals to processes of this machine. Needs a POSIX shell. */
public final class Signals {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Signals() {}

  /**
   * Freezes a process ({@code SIGSTOP}), as a long pause of its garbage collector or its machine
   * would. On Linux all its threads stand still when this returns.
   *
   * @throws IllegalStateException if there is no such process, or it may not be signalled
   */
  public static void freeze(long pid) {
    send("STOP", pid);
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    if (Files.isDirectory(tasks)) {
      Eventually.within(LIMIT).isTrue("process " + pid + " stopped", () -> isStopped(tasks));
    }
  }

  /**
   * Lets a process continue ({@code SIGCONT}); does nothing to one that runs. Fails as {@link
   * #freeze} does.
   */
  public static void thaw(long pid) {
    send("CONT", pid);
  }

  /**
   * Kills a process ({@code SIGKILL}), also a frozen one; it cannot clean up. Fails as {@link
   * #freeze} does.
   */
  public static void kill(long pid) {
    send("KILL", pid);
  }

  private static void send(String signal, long pid) {
    // The shell's own kill: a program of that name is missing on small images.
    ProcessBuilder kill =
        new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid).redirectErrorStream(true);
    try {
      Process process = kill.start();
      if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "SIG%s to %s: not sent within %s ms".formatted(signal, pid, LIMIT.toMillis()));
      }
      if (process.exitValue() != 0) {
        String why = new String(process.getInputStream().readAllBytes(), ISO_8859_1).strip();
        throw new IllegalStateException("SIG%s to %s: %s".formatted(signal, pid, why));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("SIG%s to %s: no shell to send it".formatted(signal, pid), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "SIG%s to %s: interrupted while sending".formatted(signal, pid), e);
    }
  }

  private static boolean isStopped(Path tasks) throws IOException {
    try (Stream<Path> threads = Files.list(tasks)) {
      return threads
          .map(Signals::state)
          .flatMap(Optional::stream)
          .allMatch(state -> state == 'T' || state == 't');
    }
  }

  /** The state letter of one thread; empty if it has just ended. */
  private static Optional<Character> state(Path task) {
    try {
      String stat = Files.readString(task.resolve("stat"), ISO_8859_1);
      return Optional.of(stat.charAt(stat.lastIndexOf(')') + 2)); // pid (name) state ...
    } catch (IOException e) {
      if (Files.notExists(task)) { // it ended before it was opened, or before it was read
        return Optional.empty();
      }
      throw new UncheckedIOException(e);
    }
  }
}
