package io.holdfast.lock.core.gate;

/**
 * Makes sure that a call has enough stack left, before it changes anything. A {@link
 * StackOverflowError} is then thrown here, and not between two changes that belong together.
 */
final class StackRoom {

  /*
   * The JDK reserves stack for the critical sections of its own locks by an annotation that only it
   * may use (JEP 270). Here a recursion touches the stack below, as deep as the call may go. Compiled,
   * a frame of it takes 18 bytes and a nanosecond; interpreted, several times as much of both.
   */

  /** For a critical section, and for having the watchdog do what it could not: 700 bytes. */
  private static final int FRAMES_OF_SECTION = 40;

  /** For a request too, which Lettuce and Netty take to the event loop: 16 KiB. */
  private static final int FRAMES_OF_REQUEST = 920;

  private StackRoom() {}

  /**
   * For a step inside the client.
   *
   * @throws StackOverflowError if there is less left than that may take
   */
  static void requireForSection() {
    descend(FRAMES_OF_SECTION, "", "", "");
  }

  /**
   * For a request to the server.
   *
   * @throws StackOverflowError if there is less left than that may take
   */
  static void requireForRequest() {
    descend(FRAMES_OF_REQUEST, "", "", "");
  }

  /** The arguments and the sum keep the frames from being optimised away. */
  private static int descend(int frames, Object one, Object two, Object three) {
    return frames == 0 ? 0 : descend(frames - 1, two, three, one) + 1;
  }
}
