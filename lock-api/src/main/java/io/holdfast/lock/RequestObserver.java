package io.holdfast.lock;

/**
 * Hears of each request to the server when it ends: for meters of the server's answers.
 *
 * <p>Called on the threads of the network and of time-outs, and on the watchdog if a request could
 * not be sent: while it runs, no other answer is read, or no lease renewed. It must return at once
 * and use no lock. Any number of threads may call it at the same time. What it throws is logged and
 * otherwise ignored.
 *
 * <p>A request is one script that the client sends. Where the server does not know the script, a
 * request whose order does not matter is sent again with the text, and counts once; one that
 * acquires is refused, and asked anew as another request. Pings, the look at rights when a client
 * connects, and the messages of a subscription are no requests.
 */
@FunctionalInterface
public interface RequestObserver {

  /** It has ended. */
  void ended(RequestEvent event);
}
