package io.holdfast.lock.testkit.proxy;

/** Which end of a connection learns that it is over. */
public enum Side {
  /**
   * The client only: the server believes that the client is still there, and its replies go
   * nowhere.
   */
  CLIENT,
  /** The server only: the client keeps a socket that stays open and silent. */
  SERVER,
  /** Both. */
  BOTH;

  boolean hasClient() {
    return this != SERVER;
  }

  boolean hasServer() {
    return this != CLIENT;
  }
}
