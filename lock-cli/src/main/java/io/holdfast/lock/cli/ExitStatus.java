package io.holdfast.lock.cli;

/** The exit statuses that are our own; documented in the help texts. */
public final class ExitStatus {

  /** Done. */
  public static final int OK = 0;

  /** A check failed: the demo did not see what it promises. Or a question was answered no. */
  public static final int FAILED = 1;

  /** The command line is wrong ({@code EX_USAGE}). */
  public static final int USAGE = 64;

  /** The server cannot be asked, or refuses ({@code EX_UNAVAILABLE}). */
  public static final int UNAVAILABLE = 69;

  /** An error of Holdfast itself ({@code EX_SOFTWARE}). */
  public static final int SOFTWARE = 70;

  /** The lock was not obtained in time ({@code EX_TEMPFAIL}). */
  public static final int NOT_OBTAINED = 75;

  /** The lock was lost while the command ran, or before it could be started. */
  public static final int LOST = 79;

  /** A holder that was shown had gone when it was to be freed: nobody else lost anything. */
  public static final int CHANGED = 80;

  /** The command exists but cannot be executed, as shells say it. */
  public static final int NOT_EXECUTABLE = 126;

  /** The command does not exist, as shells say it. */
  public static final int NOT_FOUND = 127;

  /** Ended by a signal: this and its number, as shells say it. */
  public static final int SIGNAL_BASE = 128;

  private ExitStatus() {}
}
