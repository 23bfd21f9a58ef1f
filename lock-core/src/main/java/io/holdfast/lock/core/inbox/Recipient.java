package io.holdfast.lock.core.inbox;

/** An acquisition that the server may send word to. Called on the network event loop. */
public interface Recipient {

  /** The server made it the holder. */
  void granted(InboxMessage.Granted grant);

  /** Another client waits for what it holds. */
  void wanted();

  /** It was taken away by force. */
  void lost();

  /** The slot of its lock in a cluster; -1 if it has none. */
  default int slot() {
    return -1;
  }

  /** The inbox was deaf for a while and listens again since then: messages may be missing. */
  void inboxReopened(long sinceNanos);
}
