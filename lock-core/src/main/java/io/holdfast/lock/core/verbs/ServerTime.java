package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.deadlock.BlockedThread;

/**
 * That the server has said what time it is. It was that at some moment between the question and the
 * answer, so a moment of one clock is a span of the other: of each span that end is taken by which
 * a thread has waited for less.
 *
 * @param askedMillis when it was asked, by the client's clock
 * @param heardMillis when its answer came
 * @param serverMillis the answer
 */
record ServerTime(long askedMillis, long heardMillis, long serverMillis) {

  /** From the client's clock to the server's. */
  BlockedThread there(BlockedThread thread) {
    return thread.at(
        serverMillis - (askedMillis - thread.sinceMillis()),
        serverMillis - (heardMillis - thread.seenMillis()));
  }

  /** From the server's clock to the client's. */
  BlockedThread here(BlockedThread thread) {
    return thread.at(
        heardMillis - (serverMillis - thread.sinceMillis()),
        askedMillis - (serverMillis - thread.seenMillis()));
  }
}
