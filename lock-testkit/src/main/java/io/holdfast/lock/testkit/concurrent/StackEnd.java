package io.holdfast.lock.testkit.concurrent;

import java.time.Duration;

/** Runs something at the end of a stack, where it overflows at one place or another. */
public final class StackEnd {

  private static final long STACK_BYTES = 512 * 1024;

  /** One frame in four tries: an overflow in each would take a minute on a busy machine. */
  private static final int FRAMES_A_TRY = 4;

  private StackEnd() {}

  /**
   * Uses up the stack of a new thread. On the way back one frame after the other tries, until one
   * has come through.
   *
   * @param padding with each number the frames lie elsewhere, and so does the end
   * @param attempt may overflow; returns when it has come through
   * @param afterwards is run by the same thread, with stack
   * @return whether the thread has come back within that time
   */
  public static boolean tryAt(int padding, Runnable attempt, Runnable afterwards, Duration atMost)
      throws InterruptedException {
    Runnable body =
        () -> {
          pad(attempt, padding);
          afterwards.run();
        };
    Thread thread = new Thread(null, body, "small-stack", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    thread.join(atMost.toMillis());
    return !thread.isAlive();
  }

  /** Its frames have another size than those of the fall. */
  private static boolean pad(Runnable attempt, int frames) {
    return frames == 0 ? fall(attempt, 0, 0, 0, 0) : pad(attempt, frames - 1);
  }

  @SuppressWarnings("InfiniteRecursion") // that is the point
  private static boolean fall(Runnable attempt, long one, long two, long three, long four) {
    try {
      if (fall(attempt, two, three, four, one + 1)) {
        return true;
      }
    } catch (StackOverflowError e) {
      // here the stack ends
    }
    if (one % FRAMES_A_TRY != 0) {
      return false;
    }
    try {
      attempt.run();
      return true;
    } catch (StackOverflowError e) {
      return false;
    }
  }
}
