package io.holdfast.lock.cli.run;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The command while it runs, with our streams for its own. Any thread. */
final class Child {

  private static final String TOKEN_VARIABLE = "HOLDFAST_TOKEN";

  /** ENOENT, as JDKs of different age write it: "error=2, …" and "error: 2 (…)". */
  private static final Pattern MISSING = Pattern.compile("error[=:] ?2\\b");

  /** How long we wait for what the command has started, when it was told to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Process process;
  private final ProcessTree tree;
  private final Watcher watcher;

  /** The last signal that asks for no end; written by signals' threads, read by the main one. */
  private volatile Optional<Passed> passed = Optional.empty();

  private Child(Process process, Watcher watcher) {
    this.process = process;
    this.tree = new ProcessTree(process);
    this.watcher = watcher;
  }

  /**
   * A signal that was passed to the command alone.
   *
   * @param signal the signal
   * @param others what the command had started
   */
  private record Passed(TerminationSignal signal, List<ProcessHandle> others) {}

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

  static Start start(List<String> words, OptionalLong token, Watcher watcher) {
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    token.ifPresent(number -> builder.environment().put(TOKEN_VARIABLE, Long.toString(number)));
    watcher.mark(builder.environment());
    try {
      Process process = builder.start();
      watcher.watch(List.of(process.toHandle()));
      return new Started(new Child(process, watcher));
    } catch (IOException e) {
      watcher.watch(List.of());
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
        endWhatItLeft(status);
        watcher.watch(tree.running());
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return status;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  /** A signal that was meant for the command alone has ended it: the others are told to end. */
  private void endWhatItLeft(int status) {
    passed
        .filter(last -> last.signal().status() == status)
        .ifPresent(
            last -> {
              tree.remember(last.others());
              tree.running().forEach(ProcessHandle::destroy);
            });
  }

  /**
   * Waits for those that it had started when it was told to end, if it was; not for ever. Tells who
   * still runs.
   */
  void awaitDescendants(Terminal terminal) {
    List<ProcessHandle> left = tree.awaitEnd(PATIENCE);
    watcher.watch(List.of());
    if (!left.isEmpty()) {
      terminal.say(
          "the command has ended, but %s s later processes that it started still run: %s"
              .formatted(
                  PATIENCE.toSeconds(),
                  left.stream().map(Child::describe).collect(Collectors.joining(", "))));
    }
  }

  /** Without its arguments: they may be secret. */
  private static String describe(ProcessHandle process) {
    return process.pid() + process.info().command().map(" (%s)"::formatted).orElse("");
  }

  /** Passes a signal on; one that asks for the end also to what the command has started. */
  void signal(TerminationSignal signal) {
    if (signal.asksForTheEnd()) {
      signal.send(tree.look());
    } else {
      passed = Optional.of(new Passed(signal, process.descendants().toList()));
      signal.send(List.of(process.toHandle()));
    }
  }

  /** Does what is to be done when the lock is lost, and says so. */
  void lost(String title, LossCause cause, OnLoss reaction, Terminal terminal) {
    if (!process.isAlive()) {
      return;
    }
    String then =
        switch (reaction) {
          case TERM -> {
            tree.look().forEach(ProcessHandle::destroy);
            yield "sent SIGTERM to the command and what it started";
          }
          case KILL -> {
            tree.look().forEach(ProcessHandle::destroyForcibly);
            yield "killed the command and what it started";
          }
          case IGNORE -> "the command goes on without the lock";
        };
    terminal.say("%s was lost: %s; %s".formatted(title, cause.text(), then));
  }
}
