package io.holdfast.lock.testkit.proxy;

/** Which way bytes go. */
public enum Direction {
  /** Commands. */
  TO_SERVER,
  /** Replies and published messages. */
  TO_CLIENT
}
