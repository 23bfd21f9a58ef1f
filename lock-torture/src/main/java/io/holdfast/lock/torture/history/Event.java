package io.holdfast.lock.torture.history;

/**
 * One record of a history.
 *
 * @param pid the process that wrote it
 * @param thread the id of the thread there
 * @param sequence its place in the file of its process
 * @param nanos {@link System#nanoTime()}, which on Linux is one clock for all processes of a host
 * @param operation the operation it belongs to, unique among all processes
 * @param lock the name of the lock; of a fault, what is broken
 * @param kind what was called
 * @param phase what it says of the operation
 * @param facts what else is known
 */
public record Event(
    long pid,
    long thread,
    long sequence,
    long nanos,
    long operation,
    String lock,
    OperationKind kind,
    Phase phase,
    Facts facts) {

  /** Short, for reports: who, what, and what is known. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("%s/%s %s.%s".formatted(pid, thread, kind, phase));
    facts.hold().ifPresent(hold -> text.append(" hold ").append(shortHold(hold)));
    facts.token().ifPresent(token -> text.append(" token ").append(token));
    facts.holdCount().ifPresent(count -> text.append(" count ").append(count));
    facts.ticket().ifPresent(ticket -> text.append(" ticket ").append(ticket));
    facts.permits().ifPresent(permits -> text.append(" permits ").append(permits));
    facts.error().ifPresent(error -> text.append(" (").append(error).append(')'));
    return text.toString();
  }

  /** A hold's id for people: process and number. */
  public static String shortHold(long hold) {
    return (hold >>> HistoryWriter.NUMBER_BITS)
        + "#"
        + (hold & ((1L << HistoryWriter.NUMBER_BITS) - 1));
  }
}
