package io.holdfast.lock.core.server;

/**
 * Makes sure that a call has enough stack left, before it changes anything. A {@link
 * StackOverflowError} is then thrown here, and not between two changes that belong together.
 */
public final class StackRoom {

  /*
   * The JDK reserves stack for the critical sections of its own locks by an annotation that only the
   * JDK may use (JEP 270). Here a recursion touches the stack below, as deep as the call may go. Its
   * frames are wide, so that few are enough: the compiler gives each frame room for all variables
   * that live at the same time, though hardly any call fills them. Compiled, a frame takes 1 KiB and
   * 3 ns; a plain recursion takes 1 ns for 18 bytes. Interpreted, a frame is larger.
   *
   * A request must not run out of stack at any price: a writer that never leaves Lettuce's
   * SharedLock blocks the connection for ever.
   *
   * What the JVM itself does in the midst of a call, as initialising a class or linking a lambda the
   * first time, may take more.
   */

  /** For all that a call of the application does: 15 KiB. Interpreted, it needs 6 to 9. */
  private static final int FRAMES_OF_CALL = 15;

  /** For a request, which Lettuce and Netty take to the event loop: 8 KiB. */
  private static final int FRAMES_OF_REQUEST = 8;

  /**
   * Whether a frame is filled is decided by these bits of the time: 1 in 64 is. The compiler would
   * leave out what never happens, and the room for it.
   */
  private static final long FILLED_IF_ZERO = 63 << 10;

  private static final long NEVER_FILLED = FILLED_IF_ZERO;

  private StackRoom() {}

  /**
   * For a call of the application, before the call takes a monitor or changes anything.
   *
   * @throws StackOverflowError if there is less left than the call may take
   */
  public static void requireForCall() {
    touch(FRAMES_OF_CALL, NEVER_FILLED);
  }

  /**
   * For a request to the server.
   *
   * @param nanos the time
   * @throws StackOverflowError if there is less left than the request may take
   */
  static void requireForRequest(long nanos) {
    touch(FRAMES_OF_REQUEST, nanos);
  }

  /**
   * Touches the stack below. The method is too long for the compiler to inline, which would make
   * the frames narrow, and the variables are used in the reverse order, so that all live at a time.
   */
  private static long touch(int frames, long nanos) {
    if (frames > 0) {
      return touch(frames - 1, nanos) + 1;
    }
    if ((nanos & FILLED_IF_ZERO) == 0) {
      long a1 = x(nanos), a2 = x(a1), a3 = x(a2), a4 = x(a3), a5 = x(a4), a6 = x(a5), a7 = x(a6);
      long b1 = x(a7), b2 = x(b1), b3 = x(b2), b4 = x(b3), b5 = x(b4), b6 = x(b5), b7 = x(b6);
      long c1 = x(b7), c2 = x(c1), c3 = x(c2), c4 = x(c3), c5 = x(c4), c6 = x(c5), c7 = x(c6);
      long d1 = x(c7), d2 = x(d1), d3 = x(d2), d4 = x(d3), d5 = x(d4), d6 = x(d5), d7 = x(d6);
      long e1 = x(d7), e2 = x(e1), e3 = x(e2), e4 = x(e3), e5 = x(e4), e6 = x(e5), e7 = x(e6);
      long f1 = x(e7), f2 = x(f1), f3 = x(f2), f4 = x(f3), f5 = x(f4), f6 = x(f5), f7 = x(f6);
      long g1 = x(f7), g2 = x(g1), g3 = x(g2), g4 = x(g3), g5 = x(g4), g6 = x(g5), g7 = x(g6);
      long h1 = x(g7), h2 = x(h1), h3 = x(h2), h4 = x(h3), h5 = x(h4), h6 = x(h5), h7 = x(h6);
      long i1 = x(h7), i2 = x(i1), i3 = x(i2), i4 = x(i3), i5 = x(i4), i6 = x(i5), i7 = x(i6);
      long j1 = x(i7), j2 = x(j1), j3 = x(j2), j4 = x(j3), j5 = x(j4), j6 = x(j5), j7 = x(j6);
      long k1 = x(j7), k2 = x(k1), k3 = x(k2), k4 = x(k3), k5 = x(k4), k6 = x(k5), k7 = x(k6);
      long l1 = x(k7), l2 = x(l1), l3 = x(l2), l4 = x(l3), l5 = x(l4), l6 = x(l5), l7 = x(l6);
      long m1 = x(l7), m2 = x(m1), m3 = x(m2), m4 = x(m3), m5 = x(m4), m6 = x(m5), m7 = x(m6);
      long n1 = x(m7), n2 = x(n1), n3 = x(n2), n4 = x(n3), n5 = x(n4), n6 = x(n5), n7 = x(n6);
      long o1 = x(n7), o2 = x(o1), o3 = x(o2), o4 = x(o3), o5 = x(o4), o6 = x(o5), o7 = x(o6);
      long p1 = x(o7), p2 = x(p1), p3 = x(p2), p4 = x(p3), p5 = x(p4), p6 = x(p5), p7 = x(p6);
      long q1 = x(p7), q2 = x(q1), q3 = x(q2), q4 = x(q3), q5 = x(q4), q6 = x(q5), q7 = x(q6);
      long r1 = x(q7), r2 = x(r1), r3 = x(r2), r4 = x(r3), r5 = x(r4), r6 = x(r5), r7 = x(r6);
      long s1 = x(r7), s2 = x(s1), s3 = x(s2), s4 = x(s3), s5 = x(s4), s6 = x(s5), s7 = x(s6);
      long all = s7;
      all = all ^ s6 ^ s5 ^ s4 ^ s3 ^ s2 ^ s1 ^ r7 ^ r6 ^ r5 ^ r4 ^ r3 ^ r2 ^ r1 ^ q7;
      all = all ^ q6 ^ q5 ^ q4 ^ q3 ^ q2 ^ q1 ^ p7 ^ p6 ^ p5 ^ p4 ^ p3 ^ p2 ^ p1 ^ o7;
      all = all ^ o6 ^ o5 ^ o4 ^ o3 ^ o2 ^ o1 ^ n7 ^ n6 ^ n5 ^ n4 ^ n3 ^ n2 ^ n1 ^ m7;
      all = all ^ m6 ^ m5 ^ m4 ^ m3 ^ m2 ^ m1 ^ l7 ^ l6 ^ l5 ^ l4 ^ l3 ^ l2 ^ l1 ^ k7;
      all = all ^ k6 ^ k5 ^ k4 ^ k3 ^ k2 ^ k1 ^ j7 ^ j6 ^ j5 ^ j4 ^ j3 ^ j2 ^ j1 ^ i7;
      all = all ^ i6 ^ i5 ^ i4 ^ i3 ^ i2 ^ i1 ^ h7 ^ h6 ^ h5 ^ h4 ^ h3 ^ h2 ^ h1 ^ g7;
      all = all ^ g6 ^ g5 ^ g4 ^ g3 ^ g2 ^ g1 ^ f7 ^ f6 ^ f5 ^ f4 ^ f3 ^ f2 ^ f1 ^ e7;
      all = all ^ e6 ^ e5 ^ e4 ^ e3 ^ e2 ^ e1 ^ d7 ^ d6 ^ d5 ^ d4 ^ d3 ^ d2 ^ d1 ^ c7;
      all = all ^ c6 ^ c5 ^ c4 ^ c3 ^ c2 ^ c1 ^ b7 ^ b6 ^ b5 ^ b4 ^ b3 ^ b2 ^ b1 ^ a7;
      all = all ^ a6 ^ a5 ^ a4 ^ a3 ^ a2 ^ a1;
      return all;
    }
    return 0;
  }

  /** A number that cannot be known before it is computed (xorshift). */
  private static long x(long before) {
    long mixed = before ^ before << 13;
    mixed ^= mixed >>> 7;
    return mixed ^ mixed << 17;
  }
}
