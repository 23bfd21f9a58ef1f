package io.holdfast.lock.torture.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads what {@link HistoryWriter}s have written, also while they write, and after they were
 * killed: records that were not finished are left out.
 */
public final class HistoryReader {

  private final Map<Integer, String> texts = new HashMap<>();
  private final Map<Integer, Pieces> unfinished = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private final Path file;
  private long pid;

  private HistoryReader(Path file) {
    this.file = file;
  }

  /** What there is of a text so far. */
  private static final class Pieces {

    private final byte[] bytes;
    private int missing;

    Pieces(int length) {
      this.bytes = new byte[length];
      this.missing = length;
    }
  }

  /**
   * All files of a directory, merged.
   *
   * @throws UncheckedIOException if one cannot be read
   * @throws IllegalStateException if one is no history
   */
  public static History readAll(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> histories =
          files.filter(file -> file.toString().endsWith(HistoryWriter.SUFFIX)).sorted().toList();
      List<Event> events = new ArrayList<>();
      histories.forEach(history -> events.addAll(read(history)));
      return History.of(events);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + directory + ": " + e.getMessage(), e);
    }
  }

  /** One file, in the order of its slots. */
  static List<Event> read(Path file) {
    HistoryReader reader = new HistoryReader(file);
    try (FileChannel channel = FileChannel.open(file)) {
      reader.read(channel);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
    return reader.events;
  }

  private void read(FileChannel channel) throws IOException {
    long bytesOfASegment = (long) MappedSlots.SLOTS_OF_A_SEGMENT * Slot.BYTES;
    long size = channel.size();
    for (long from = 0; from < size; from += bytesOfASegment) {
      ByteBuffer buffer =
          channel
              .map(FileChannel.MapMode.READ_ONLY, from, Math.min(bytesOfASegment, size - from))
              .order(ByteOrder.LITTLE_ENDIAN);
      read(buffer, from / Slot.BYTES);
    }
  }

  private void read(ByteBuffer buffer, long firstSlot) {
    int count = buffer.capacity() / Slot.BYTES; // what is behind the last whole slot is torn
    for (int i = 0; i < count; i++) {
      if (Slot.isCommitted(buffer, i * Slot.BYTES, firstSlot + i)) {
        take(buffer, i * Slot.BYTES, firstSlot + i);
      }
    }
  }

  private void take(ByteBuffer buffer, int offset, long slot) {
    switch (buffer.get(offset + Slot.TYPE)) {
      case Slot.TYPE_HEADER -> takeHeader(buffer, offset);
      case Slot.TYPE_TEXT -> takeText(buffer, offset);
      case Slot.TYPE_RECORD -> takeRecord(buffer, offset, slot);
      default -> throw new IllegalStateException(file + ": slot " + slot + " has no known type");
    }
  }

  private void takeHeader(ByteBuffer buffer, int offset) {
    int version = buffer.getInt(offset + Slot.HEADER_VERSION);
    if (version != Slot.VERSION) {
      throw new IllegalStateException(
          "%s: written in version %s, this reads %s".formatted(file, version, Slot.VERSION));
    }
    pid = buffer.getLong(offset + Slot.HEADER_PID);
  }

  private void takeText(ByteBuffer buffer, int offset) {
    int id = buffer.getInt(offset + Slot.TEXT_ID);
    int length = buffer.getInt(offset + Slot.TEXT_LENGTH);
    int from = buffer.getInt(offset + Slot.TEXT_PIECE) * Slot.TEXT_PIECE_BYTES;
    Pieces pieces = unfinished.computeIfAbsent(id, key -> new Pieces(length));
    int here = Math.min(Slot.TEXT_PIECE_BYTES, length - from);
    buffer.get(offset + Slot.TEXT_BYTES, pieces.bytes, from, here);
    pieces.missing -= here;
    if (pieces.missing == 0) {
      texts.put(id, new String(pieces.bytes, StandardCharsets.UTF_8));
      unfinished.remove(id);
    }
  }

  private void takeRecord(ByteBuffer buffer, int offset, long slot) {
    int error = buffer.getInt(offset + Slot.ERROR);
    events.add(
        new Event(
            pid,
            buffer.getLong(offset + Slot.THREAD),
            slot,
            buffer.getLong(offset + Slot.NANOS),
            buffer.getLong(offset + Slot.OPERATION),
            text(buffer.getInt(offset + Slot.NAME), slot),
            OperationKind.of(buffer.get(offset + Slot.KIND)),
            Phase.of(buffer.get(offset + Slot.PHASE)),
            FactBits.read(
                buffer, offset, error == 0 ? Optional.empty() : Optional.of(text(error, slot)))));
  }

  private String text(int id, long slot) {
    String text = texts.get(id);
    if (text == null) {
      throw new IllegalStateException(
          "%s: slot %s refers to text %s, which is missing".formatted(file, slot, id));
    }
    return text;
  }
}
