package io.holdfast.lock.cli.run;

import io.holdfast.lock.cli.ExitStatus;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** A signal that ends a process unless that heeds it, and that we pass on. */
enum TerminationSignal {
  HUP(1),
  INT(2),
  USR1(10),
  ALRM(14),
  TERM(15);

  private final int number;

  TerminationSignal(int number) {
    this.number = number;
  }

  /** The exit status of a process that it ended, as shells say it. */
  int status() {
    return ExitStatus.SIGNAL_BASE + number;
  }

  /** Whether it means that all is to end. USR1 means what the command says it does. */
  boolean asksForTheEnd() {
    return this != USR1;
  }

  /** Sends it to these processes, but not to those that had it from the terminal, as we had. */
  void send(List<ProcessHandle> processes) {
    if (this == TERM) {
      processes.forEach(ProcessHandle::destroy);
      return;
    }
    List<ProcessHandle> others =
        processes.stream().filter(process -> this != INT || !isInForeground(process)).toList();
    if (!others.isEmpty()) {
      sendByShell(others);
    }
  }

  private void sendByShell(List<ProcessHandle> processes) {
    String pids =
        processes.stream()
            .map(process -> Long.toString(process.pid()))
            .collect(Collectors.joining(" "));
    try {
      new ProcessBuilder("sh", "-c", "kill -" + name() + " " + pids).start();
    } catch (IOException e) {
      processes.forEach(ProcessHandle::destroy); // no shell: TERM is what we have
    }
  }

  /** To many a program a second Ctrl-C means "at once, without cleaning up". */
  private static boolean isInForeground(ProcessHandle process) {
    return ProcessStat.of(process.pid()).filter(ProcessStat::isInForeground).isPresent();
  }
}
