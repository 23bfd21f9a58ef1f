package io.holdfast.lock.torture.register;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Shared memory as volatile longs, addressed by bytes. */
final class Words {

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer buffer;

  Words(ByteBuffer buffer) {
    this.buffer = buffer;
  }

  long get(int at) {
    return (long) LONGS.getVolatile(buffer, at);
  }

  void set(int at, long value) {
    LONGS.setVolatile(buffer, at, value);
  }

  /** Adds to it; what it was before. */
  long add(int at, long value) {
    return (long) LONGS.getAndAdd(buffer, at, value);
  }

  boolean compareAndSet(int at, long expected, long value) {
    return LONGS.compareAndSet(buffer, at, expected, value);
  }

  /** Sets these bits. */
  void setBits(int at, long bits) {
    long unused = (long) LONGS.getAndBitwiseOr(buffer, at, bits);
  }

  /** Writes a text of at most this number of bytes, cut if it is longer. Repeatable. */
  void setText(int at, int limit, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] cut = Arrays.copyOf(bytes, Math.min(bytes.length, limit));
    buffer.put(at + Long.BYTES, cut, 0, cut.length);
    set(at, cut.length);
  }

  String text(int at) {
    byte[] bytes = new byte[Math.toIntExact(get(at))];
    buffer.get(at + Long.BYTES, bytes, 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
