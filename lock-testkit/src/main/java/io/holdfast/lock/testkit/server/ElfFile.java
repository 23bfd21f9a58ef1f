package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Looks into a 64-bit program of Linux. */
final class ElfFile {

  private static final int MAGIC = 0x464c457f; // 7f E L F, read as little-endian
  private static final int HEAD_BYTES = 8192; // the program headers stand at the beginning
  private static final int PROGRAM_HEADERS_AT = 32;
  private static final int HEADER_SIZE_AT = 54;
  private static final int HEADER_COUNT_AT = 56;
  private static final int INTERPRETER = 3;

  private ElfFile() {}

  /**
   * Whether it asks for a dynamic loader, and so heeds {@code LD_PRELOAD}. A script does not, but
   * what it runs may: it counts as dynamic.
   */
  static boolean isDynamicallyLinked(Path program) {
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel file = FileChannel.open(program)) {
      while (head.hasRemaining() && file.read(head) >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + program + ": " + e.getMessage(), e);
    }
    head.flip();
    return head.limit() < HEADER_COUNT_AT || head.getInt(0) != MAGIC || hasInterpreter(head);
  }

  private static boolean hasInterpreter(ByteBuffer head) {
    int start = Math.toIntExact(head.getLong(PROGRAM_HEADERS_AT));
    int size = head.getShort(HEADER_SIZE_AT);
    int count = head.getShort(HEADER_COUNT_AT);
    for (int i = 0; i < count && start + (i + 1) * size <= head.limit(); i++) {
      if (head.getInt(start + i * size) == INTERPRETER) {
        return true;
      }
    }
    return false;
  }
}
