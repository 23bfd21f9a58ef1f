package io.holdfast.lock.torture.check;

import java.util.Locale;

/** What is checked. */
public enum Rule {
  /** At most one owner believes to hold a lock. */
  EXCLUSION("C1"),
  /** Tokens are unique, rise in the order of the turns and do not change on re-entry. */
  TOKENS("C2"),
  /** The register refused what is stale and lost no update. */
  REGISTER("C3"),
  /** Who arrived first is served first, for locks that promise it. */
  FIFO("C4"),
  /** Nobody reads while another writes; nobody becomes a writer while reading. */
  READ_WRITE("C5"),
  /** Never more permits than there are, and in the end exactly as many. */
  PERMITS("C6"),
  /** Nobody waits for a lock that is free; everything ends in bounded time. */
  LIVENESS("C7"),
  /** Nothing is left behind. */
  RESIDUE("C8"),
  /** Only documented exceptions, and only where they are true. */
  EXCEPTIONS("C9"),
  /** There is an order of the operations that a lock in one process could have shown. */
  LINEARIZABILITY("C10");

  private final String id;

  Rule(String id) {
    this.id = id;
  }

  /** Short, as in {@code C1}. */
  public String id() {
    return id;
  }

  @Override
  public String toString() {
    return id + " " + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
