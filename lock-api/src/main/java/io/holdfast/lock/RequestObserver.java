package io.holdfast.lock;

/**
 * Hears of each request to the server when it ends: for meters of the server's answers.
 *
 * <p>The client calls it on its network and time-out threads, and on the watchdog if a request
 * could not be sent. While it runs, no other answer is read, or no lease is renewed; so it must
 * return at once and use no lock. Any number of threads may call it at the same time. Exceptions
 * that it throws are logged and otherwise ignored.
 *
 * <p>A request is one script that the client sends. If the server does not know the script, a
 * request whose order does not matter is sent again with the text, and counts once; a request that
 * acquires is refused, and sent again as another request. Pings, the check of rights when a client
 * connects, and the messages of a subscription are not requests.
 */
@FunctionalInterface
public interface RequestObserver {

  /** A request has ended. */
  void ended(RequestEvent event);
}
