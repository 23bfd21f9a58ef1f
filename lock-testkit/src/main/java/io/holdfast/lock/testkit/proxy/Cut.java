package io.holdfast.lock.testkit.proxy;

/** How a connection ends. */
public enum Cut {
  /** In order: the other side reads the end of the stream. */
  FIN,
  /** At once: the other side's next read or write fails. What was under way is lost. */
  RST
}
