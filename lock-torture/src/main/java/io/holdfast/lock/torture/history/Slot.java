package io.holdfast.lock.torture.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/*
 * A history file is a row of slots of 96 bytes, little-endian:
 *
 *   slot 0   HEADER   commit | type, version | pid | monotonic and wall time of the start
 *   slot n   RECORD   commit | type, kind, phase, what is present | time | operation | hold | ...
 *   slot n   TEXT     commit | type, text id, length, number of the piece | 72 bytes of UTF-8
 *
 * A writer takes a slot by adding one to the number of slots, fills it, and stores the commit word
 * last (release). The word is a sum over the slot's number and all its other bytes. A process that
 * is killed leaves its pages to the kernel, which writes what was stored: so a slot is either
 * whole, or its commit word is wrong and the reader leaves it out, wherever it stands. Two threads
 * that are killed at once may leave holes before slots that are whole.
 *
 * Names are long and few: a text is written once, in as many slots as it needs, before the first
 * record that refers to its id.
 */

/** Where things stand in a slot of a history file. */
final class Slot {

  static final int BYTES = 96;
  static final int VERSION = 1;

  static final int TYPE = 8; // byte
  static final int KIND = 9; // byte
  static final int PHASE = 10; // byte
  static final int PRESENT = 12; // int, bits
  static final int NANOS = 16;
  static final int OPERATION = 24;
  static final int HOLD = 32;
  static final int TOKEN = 40;
  static final int DEADLINE = 48;
  static final int TICKET = 56;
  static final int WAIT = 64;
  static final int THREAD = 72;
  static final int HOLD_COUNT = 80; // int
  static final int PERMITS = 84; // int
  static final int NAME = 88; // int, a text
  static final int ERROR = 92; // int, a text; 0 for none

  static final int HEADER_VERSION = 12; // int
  static final int HEADER_PID = 16;
  static final int HEADER_START_NANOS = 24;
  static final int HEADER_START_MILLIS = 32;

  static final int TEXT_ID = 12; // int
  static final int TEXT_LENGTH = 16; // int, bytes in all pieces
  static final int TEXT_PIECE = 20; // int
  static final int TEXT_BYTES = 24;
  static final int TEXT_PIECE_BYTES = BYTES - TEXT_BYTES;

  static final byte TYPE_HEADER = 1;
  static final byte TYPE_RECORD = 2;
  static final byte TYPE_TEXT = 3;

  private static final long SEED = 0x686F_6C64_6661_7374L;
  private static final VarHandle COMMIT =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Slot() {}

  /** Makes what was written at the offset count as slot {@code number}. */
  static void commit(ByteBuffer buffer, int offset, long number) {
    COMMIT.setRelease(buffer, offset, sum(buffer, offset, number));
  }

  /** Whether slot {@code number} is whole. */
  static boolean isCommitted(ByteBuffer buffer, int offset, long number) {
    return (long) COMMIT.getAcquire(buffer, offset) == sum(buffer, offset, number);
  }

  /** Never 0, which is what an untouched slot has for a commit word. */
  private static long sum(ByteBuffer buffer, int offset, long number) {
    long sum = SEED ^ number;
    for (int at = Long.BYTES; at < BYTES; at += Long.BYTES) {
      sum = (Long.rotateLeft(sum, 11) ^ buffer.getLong(offset + at)) * 0x9E37_79B9_7F4A_7C15L;
    }
    return sum == 0 ? SEED : sum;
  }
}
