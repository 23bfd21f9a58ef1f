package io.holdfast.lock.testkit.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sees to it that processes and a directory do not outlive this JVM, even if it is killed ({@code
 * SIGKILL}): the processes are killed and the directory is deleted within moments. For the orderly
 * end there is {@link Leftovers}. Needs a POSIX shell; without one it does nothing, and says so in
 * the log once.
 */
public final class Guard implements AutoCloseable {

  private static final AtomicLong KEYS = new AtomicLong();
  private static final int FIELDS_TO_START_TIME = 19; // in /proc/pid/stat, behind the name

  private final long key = KEYS.incrementAndGet();
  private final String directory;

  private Guard(String directory) {
    this.directory = directory;
  }

  /** For processes without a directory. */
  public static Guard ofProcesses() {
    return new Guard("-");
  }

  /** For a directory whose name begins with {@code holdfast-}, and processes. */
  public static Guard of(Path directory) {
    if (!directory.getFileName().toString().startsWith("holdfast-")) {
      throw new IllegalArgumentException(
          "directory: " + directory + " does not begin with holdfast-, and will not be deleted");
    }
    Guard guard = new Guard(directory.toString());
    guard.add("- -");
    return guard;
  }

  /**
   * Guards this process, too. It may have ended meanwhile: its id is not mistaken for another
   * process's.
   */
  public void process(long pid) {
    add(pid + " " + startTime(pid));
  }

  private void add(String process) {
    Guardian.ofThisJvm().tell("guard " + key + " " + process + " " + directory);
  }

  private static String startTime(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), ISO_8859_1);
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[FIELDS_TO_START_TIME];
    } catch (IOException e) {
      return "-"; // not Linux
    }
  }

  /** Everything has been ended and deleted, or needs no guard any more. Idempotent. */
  @Override
  public void close() {
    Guardian.ofThisJvm().tell("release " + key);
  }
}
