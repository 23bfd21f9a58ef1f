package io.holdfast.lock.torture.history;

/**
 * One operation while it goes on. Exactly one of {@link #ok}, {@link #fail} and {@link #info} ends
 * it, written by whichever thread knows; none, if the process dies before.
 */
public final class Recording {

  private final HistoryWriter writer;
  private final long operation;
  private final int lockText;
  private final OperationKind kind;

  Recording(HistoryWriter writer, long operation, int lockText, OperationKind kind) {
    this.writer = writer;
    this.operation = operation;
    this.lockText = lockText;
    this.kind = kind;
  }

  long operation() {
    return operation;
  }

  int lockText() {
    return lockText;
  }

  OperationKind kind() {
    return kind;
  }

  /** It has succeeded. */
  public void ok(Facts facts) {
    writer.append(this, Phase.OK, System.nanoTime(), facts);
  }

  /** It has failed without effect. */
  public void fail(Facts facts) {
    writer.append(this, Phase.FAIL, System.nanoTime(), facts);
  }

  /** It has ended, and nobody knows whether with effect. */
  public void info(Facts facts) {
    writer.append(this, Phase.INFO, System.nanoTime(), facts);
  }

  /** It goes on, and this is known by now: the ticket, say. */
  public void note(Facts facts) {
    writer.append(this, Phase.NOTE, System.nanoTime(), facts);
  }
}
