package io.holdfast.lock.torture.register;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What locks protect, for tests: a file mapped into every process under test, with one {@link
 * Resource} for each lock name. It sees two owners at once, writes with tokens that are too old,
 * and updates that were lost, whatever the lock's own view is.
 *
 * <p>Any thread of any process of this host enters; nothing blocks and nothing has to be closed. A
 * process may be killed or frozen at any instant. Not guaranteed: that it survives a crash of the
 * machine.
 */
public final class Register {

  /** Names that a register has room for. */
  public static final int CAPACITY = 64;

  private static final int DIRECTORY_BYTES = 4096;
  private static final int FILE_BYTES = DIRECTORY_BYTES + CAPACITY * Page.BYTES;

  private final Words words;

  private Register(MappedByteBuffer buffer) {
    this.words = new Words(buffer.order(ByteOrder.nativeOrder()));
  }

  /**
   * Opens the file; makes it, empty, if it is missing.
   *
   * @throws UncheckedIOException if that cannot be done
   */
  public static Register open(Path file) {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Register(channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot map " + file + ": " + e.getMessage(), e);
    }
  }

  /** What is in this file; nothing if there is none. */
  public static List<ResourceReport> read(Path file) {
    return Files.exists(file) ? open(file).reports() : List.of();
  }

  /**
   * What this lock protects.
   *
   * @throws IllegalStateException if there are more than {@value #CAPACITY} names
   */
  public Resource resource(String lock) {
    long hash = hash(lock);
    for (int i = 0; i < CAPACITY; i++) {
      int at = Math.floorMod(hash + i, CAPACITY);
      if (words.compareAndSet(at * Long.BYTES, 0, hash) || words.get(at * Long.BYTES) == hash) {
        Page page = page(at);
        page.name(lock);
        return new Resource(page);
      }
    }
    throw new IllegalStateException(
        "register: no room for '%s': it has %s names already".formatted(lock, CAPACITY));
  }

  private Page page(int at) {
    return new Page(words, DIRECTORY_BYTES + at * Page.BYTES);
  }

  /** What became of every resource so far. */
  public List<ResourceReport> reports() {
    return IntStream.range(0, CAPACITY)
        .filter(at -> words.get(at * Long.BYTES) != 0)
        .mapToObj(at -> page(at).report())
        .toList();
  }

  /** FNV-1a; never 0, which is a free place. */
  private static long hash(String name) {
    long hash = 0xCBF2_9CE4_8422_2325L;
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xFF)) * 0x100_0000_01B3L;
    }
    return hash == 0 ? 1 : hash;
  }
}
