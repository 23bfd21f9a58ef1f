package io.holdfast.lock.testkit.proxy;

/** Counts. Of the proxy's thread. */
final class Tally {

  int connections;
  long commands;
  long replies;
  long messages;
  long repliesSwallowed;
  long messagesSwallowed;
  long cuts;
  long bytesToServer;
  long bytesToClient;

  void passed(Direction direction, int bytes) {
    if (direction == Direction.TO_SERVER) {
      bytesToServer += bytes;
    } else {
      bytesToClient += bytes;
    }
  }

  ProxyCounters read(long openConnections) {
    return new ProxyCounters(
        connections,
        openConnections,
        commands,
        replies,
        messages,
        repliesSwallowed,
        messagesSwallowed,
        cuts,
        bytesToServer,
        bytesToClient);
  }
}
