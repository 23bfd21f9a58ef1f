package io.holdfast.lock.torture.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A file that grows by slots, mapped piece by piece. Any thread enters, interrupted or not. */
final class MappedSlots {

  static final int SLOTS_OF_A_SEGMENT = 32_768;

  private final Path file;
  private final AtomicLong taken = new AtomicLong();
  private final Map<Long, ByteBuffer> segments = new ConcurrentHashMap<>();

  /** Does no I/O. */
  MappedSlots(Path file) {
    this.file = file;
  }

  /** Takes the next slot; its number. */
  long take() {
    return taken.getAndIncrement();
  }

  /** Takes this number of slots in a row; returns the number of the first. */
  long take(int count) {
    return taken.getAndAdd(count);
  }

  /** The buffer that a slot is in. */
  ByteBuffer buffer(long slot) {
    Long segment = slot / SLOTS_OF_A_SEGMENT;
    ByteBuffer present = segments.get(segment);
    return present == null ? segments.computeIfAbsent(segment, this::map) : present;
  }

  /** Where a slot begins in its buffer. */
  static int offset(long slot) {
    return (int) (slot % SLOTS_OF_A_SEGMENT) * Slot.BYTES;
  }

  /** On a channel of its own each time: a channel dies of an interrupt. */
  private ByteBuffer map(long segment) {
    long bytes = (long) SLOTS_OF_A_SEGMENT * Slot.BYTES;
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
          return channel
              .map(FileChannel.MapMode.READ_WRITE, segment * bytes, bytes)
              .order(ByteOrder.LITTLE_ENDIAN);
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
