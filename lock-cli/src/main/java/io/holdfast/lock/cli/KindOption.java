package io.holdfast.lock.cli;

import picocli.CommandLine.Option;

/** Of which kind the lock is: an option of those subcommands that name locks. */
public final class KindOption {

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "lock",
      description =
          "The kind of lock: lock (the plain one), fair (in order of arrival), or read or write"
              + " (the two sides of a read-write lock); to look at and to free, also pool (of permits)."
              + " Kinds of one name have nothing in common."
              + " Default: ${DEFAULT-VALUE}")
  private LockKind kind = LockKind.LOCK;

  /** For picocli. */
  public KindOption() {}

  /** What was chosen. */
  public LockKind kind() {
    return kind;
  }
}
