package io.holdfast.lock.cli.run;

import io.holdfast.lock.cli.ExitStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A signal that asks a process to end, and that we pass on. */
enum TerminationSignal {
  HUP(1),
  INT(2),
  TERM(15);

  private static final int FIELDS_BEFORE_GROUP = 2; // behind "pid (name) ": state, parent
  private static final int FIELDS_BEFORE_FOREGROUND = 5; // and group, session, terminal

  private final int number;

  TerminationSignal(int number) {
    this.number = number;
  }

  /** The exit status of a process that it ended, as shells say it. */
  int status() {
    return ExitStatus.SIGNAL_BASE + number;
  }

  /** Sends it to the process, unless the process has had it from the terminal, as we had. */
  void send(ProcessHandle process) {
    if (this == TERM) {
      process.destroy();
    } else if (this != INT || !isInForeground()) {
      sendByShell(process.pid());
    }
  }

  private void sendByShell(long pid) {
    try {
      new ProcessBuilder("sh", "-c", "kill -" + name() + " " + pid).start();
    } catch (IOException e) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy); // no shell: TERM is what we have
    }
  }

  /**
   * Whether we are the process group that the terminal's Ctrl-C reaches, the command included: to
   * many a program a second one means "at once, without cleaning up".
   */
  private static boolean isInForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return fields[FIELDS_BEFORE_GROUP].equals(fields[FIELDS_BEFORE_FOREGROUND]);
    } catch (IOException e) {
      return false; // not Linux
    }
  }
}
