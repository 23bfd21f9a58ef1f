package io.holdfast.lock.cli.run;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** The command while it runs, with our streams for its own. Any thread. */
final class Child {

  private static final String TOKEN_VARIABLE = "HOLDFAST_TOKEN";

  /** ENOENT, as JDKs of different age write it: "error=2, …" and "error: 2 (…)". */
  private static final Pattern MISSING = Pattern.compile("error[=:] ?2\\b");

  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  /** The outcome of a start: a child, or why there is none. */
  sealed interface Start permits Started, Refused {}

  /**
   * It runs.
   *
   * @param child the command
   */
  record Started(Child child) implements Start {}

  /**
   * It does not run.
   *
   * @param status the exit status that says so
   * @param why for people
   */
  record Refused(int status, String why) implements Start {}

  static Start start(List<String> words, long token) {
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().put(TOKEN_VARIABLE, Long.toString(token));
    try {
      return new Started(new Child(builder.start()));
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      boolean isMissing = MISSING.matcher(why).find();
      return new Refused(
          isMissing ? ExitStatus.NOT_FOUND : ExitStatus.NOT_EXECUTABLE,
          "command '%s': %s"
              .formatted(
                  words.get(0),
                  isMissing ? "not found" : why.replaceAll(".*error[=:] ?\\d+,? ", "")));
    }
  }

  /** Waits for its end, whatever interrupts come; 128 + n after signal n. */
  int await() {
    boolean interrupted = false;
    while (true) {
      try {
        int status = process.waitFor();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return status;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  /** Passes a signal on. */
  void signal(TerminationSignal signal) {
    if (process.isAlive()) {
      signal.send(process.toHandle());
    }
  }

  /** Does what is to be done when the lock is lost, and says so. */
  void lost(String lock, LossCause cause, OnLoss reaction, Terminal terminal) {
    if (!process.isAlive()) {
      return;
    }
    String then =
        switch (reaction) {
          case TERM -> {
            process.destroy();
            yield "sent SIGTERM to the command";
          }
          case KILL -> {
            process.destroyForcibly();
            yield "killed the command";
          }
          case IGNORE -> "the command goes on without it";
        };
    terminal.say("lock '%s' was lost: %s; %s".formatted(lock, cause.text(), then));
  }
}
