package io.holdfast.lock.core.engine;

/** What an engine has to know of the connections that its requests and messages go over. */
public interface Line {

  /** Changes with every new connection: what was sent over an earlier one may still arrive. */
  int generation();

  /** An answer to a question that was sent then: so many listened to the echo of it. */
  void echoed(long sentNanos, long listeners);
}
