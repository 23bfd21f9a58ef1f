package io.holdfast.lock.cli.run;

import io.holdfast.lock.cli.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A shell beside the command that outlives us by moments: it reads from a pipe that only we write
 * to, and when that ends, since we have ended in whatever way, it ends the command and what that
 * has started. Any thread.
 */
final class Watcher implements AutoCloseable {

  private static final String MARK_VARIABLE = "HOLDFAST_GUARD";
  private static final long PATIENCE_SECONDS = 5;

  /** The shell, if there is one, and what we write to it; written under this. */
  private record Shell(Process process, Writer input) {}

  private final Optional<Shell> shell;
  private final String mark;

  private Watcher(Optional<Shell> shell, String mark) {
    this.shell = shell;
    this.mark = mark;
  }

  /** Returns when it watches. Without a shell nobody does, and that is said. */
  static Watcher start(OnLoss reaction, String title, Terminal terminal) {
    String mark = UUID.randomUUID().toString();
    if (reaction == OnLoss.IGNORE) {
      return new Watcher(Optional.empty(), mark);
    }
    try {
      Process process =
          new ProcessBuilder(
                  "sh", "-c", script(), "holdfast-watcher", reaction.signal(), mark, title)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      if (output.readLine() == null) {
        throw new IOException("it ended at once");
      }
      Writer input = process.outputWriter(StandardCharsets.UTF_8);
      return new Watcher(Optional.of(new Shell(process, input)), mark);
    } catch (IOException e) {
      terminal.say(
          "no shell to watch over the command (%s): if holdfast is killed, the command goes on"
              .formatted(e.getMessage()));
      return new Watcher(Optional.empty(), mark);
    }
  }

  private static String script() throws IOException {
    try (InputStream script = Watcher.class.getResourceAsStream("watcher.sh")) {
      if (script == null) {
        throw new IOException("the resource watcher.sh is missing");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** By this it finds a command that we start, and of which we can tell no more. */
  void mark(Map<String, String> environment) {
    environment.put(MARK_VARIABLE, mark);
  }

  /** These end with us from now on, with all that descends from them, and no others. */
  synchronized void watch(List<ProcessHandle> processes) {
    shell.ifPresent(
        there -> {
          String ids =
              processes.stream()
                  .map(process -> Long.toString(process.pid()))
                  .collect(Collectors.joining(" "));
          try {
            there.input().write(ids + "\n");
            there.input().flush();
          } catch (IOException e) {
            // Somebody has killed it. The command goes on, and so do we.
          }
        });
  }

  /** What is still watched ends now. Waits for the shell, not for ever. */
  @Override
  public synchronized void close() {
    shell.ifPresent(
        there -> {
          try {
            there.input().close();
          } catch (IOException e) {
            // as above
          }
          boolean interrupted = Thread.interrupted();
          try {
            var unused = there.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            interrupted = true;
          }
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
