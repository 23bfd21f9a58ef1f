package io.holdfast.lock.testkit.proxy;

import java.time.Duration;

/** What a rule does with a command it waited for. */
sealed interface Reaction {

  /** Nothing. */
  record Observe() implements Reaction {}

  /** The command, and what follows it on the connection, waits in the proxy until released. */
  record HoldCommand() implements Reaction {}

  /** The connection ends and the server has not got the command. */
  record CutBefore(Cut cut, Side side) implements Reaction {}

  /** The server executes it; the reply and all that follows it on the connection is lost. */
  record DropReply() implements Reaction {}

  /** The reply, and what follows it on the connection, waits in the proxy until released. */
  record HoldReply() implements Reaction {}

  /** The reply, and what follows it on the connection, comes so much later. */
  record DelayReply(Duration delay) implements Reaction {}

  /** The server executes it; instead of the reply the connection ends. */
  record CutInsteadOfReply(Cut cut, Side side) implements Reaction {}

  /** The reply is the last that comes over the connection. */
  record CutAfterReply(Cut cut, Side side) implements Reaction {}

  /** Whether it is about the reply, so that the server is to have the command first. */
  default boolean concernsReply() {
    return !(this instanceof Observe || this instanceof HoldCommand || this instanceof CutBefore);
  }
}
