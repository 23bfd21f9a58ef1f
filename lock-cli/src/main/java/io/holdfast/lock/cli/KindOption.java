package io.holdfast.lock.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Of which kind the lock is: an option of those subcommands that name locks. */
public final class KindOption {

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      completionCandidates = KindOption.Words.class,
      description =
          "The kind of lock: lock (the plain one), fair (in order of arrival), or read or write"
              + " (the two sides of a read-write lock); to look at and to free, also pool (of"
              + " permits); to look at, also semaphore and latch. Locks of different kinds are"
              + " independent, also under one name. Default: lock")
  private Optional<LockKind> kind = Optional.empty();

  /** As they are typed. */
  static final class Words extends LowerCase {

    private static final long serialVersionUID = 1;

    Words() {
      super(LockKind.values());
    }
  }

  /** For picocli. */
  public KindOption() {}

  /** What was chosen. */
  public LockKind kind() {
    return kind.orElse(LockKind.LOCK);
  }

  /** Whether it was said on the command line. */
  public boolean isSaid() {
    return kind.isPresent();
  }
}
