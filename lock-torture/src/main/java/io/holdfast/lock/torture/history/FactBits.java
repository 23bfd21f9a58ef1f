package io.holdfast.lock.torture.history;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Facts in a slot: a bit for each that is known, and its value at its place. */
final class FactBits {

  private static final int HOLD = 1;
  private static final int TOKEN = 1 << 1;
  private static final int HOLD_COUNT = 1 << 2;
  private static final int DEADLINE = 1 << 3;
  private static final int WAIT = 1 << 4;
  private static final int TICKET = 1 << 5;
  private static final int PERMITS = 1 << 6;

  private FactBits() {}

  /** Writes all but the error; the bits. */
  static int write(Facts facts, ByteBuffer buffer, int slot) {
    return writeLong(facts.hold(), HOLD, buffer, slot + Slot.HOLD)
        | writeLong(facts.token(), TOKEN, buffer, slot + Slot.TOKEN)
        | writeInt(facts.holdCount(), HOLD_COUNT, buffer, slot + Slot.HOLD_COUNT)
        | writeLong(facts.deadlineNanos(), DEADLINE, buffer, slot + Slot.DEADLINE)
        | writeLong(facts.waitNanos(), WAIT, buffer, slot + Slot.WAIT)
        | writeLong(facts.ticket(), TICKET, buffer, slot + Slot.TICKET)
        | writeInt(facts.permits(), PERMITS, buffer, slot + Slot.PERMITS);
  }

  private static int writeLong(OptionalLong value, int bit, ByteBuffer buffer, int at) {
    if (value.isEmpty()) {
      return 0;
    }
    buffer.putLong(at, value.getAsLong());
    return bit;
  }

  private static int writeInt(OptionalInt value, int bit, ByteBuffer buffer, int at) {
    if (value.isEmpty()) {
      return 0;
    }
    buffer.putInt(at, value.getAsInt());
    return bit;
  }

  /** What was written; the error comes from elsewhere. */
  static Facts read(ByteBuffer buffer, int slot, Optional<String> error) {
    int bits = buffer.getInt(slot + Slot.PRESENT);
    if (bits == 0 && error.isEmpty()) {
      return Facts.none();
    }
    return new Facts(
        readLong(bits, HOLD, buffer, slot + Slot.HOLD),
        readLong(bits, TOKEN, buffer, slot + Slot.TOKEN),
        readInt(bits, HOLD_COUNT, buffer, slot + Slot.HOLD_COUNT),
        readLong(bits, DEADLINE, buffer, slot + Slot.DEADLINE),
        readLong(bits, WAIT, buffer, slot + Slot.WAIT),
        readLong(bits, TICKET, buffer, slot + Slot.TICKET),
        readInt(bits, PERMITS, buffer, slot + Slot.PERMITS),
        error);
  }

  private static OptionalLong readLong(int bits, int bit, ByteBuffer buffer, int at) {
    return (bits & bit) == 0 ? OptionalLong.empty() : OptionalLong.of(buffer.getLong(at));
  }

  private static OptionalInt readInt(int bits, int bit, ByteBuffer buffer, int at) {
    return (bits & bit) == 0 ? OptionalInt.empty() : OptionalInt.of(buffer.getInt(at));
  }
}
