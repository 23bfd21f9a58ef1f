package io.holdfast.benchmarks.work;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * What a lock protects: numbers in memory, written without any protection of their own. Made on a
 * file, several JVMs of one machine share it. Shows lost updates, two inside at once, and tokens
 * that do not rise; counts how often a turn crossed to another JVM.
 */
public final class Section {

  private static final int INSIDE = 0;
  private static final int TURNS = 8;
  private static final int TOKEN = 16;
  private static final int LAST = 24;
  private static final int CROSSINGS = 32;
  private static final int SIZE = 64;

  private final ByteBuffer memory;
  private final long self;

  private Section(ByteBuffer memory, int self) {
    this.memory = memory;
    this.self = self;
  }

  /** For the threads of this JVM. */
  public static Section local() {
    return new Section(ByteBuffer.allocateDirect(SIZE), 0);
  }

  /**
   * For all who open this file.
   *
   * @param self which of these JVMs we are
   */
  static Section on(Path file, int self) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Section(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE), self);
    }
  }

  /**
   * One turn. With the lock held.
   *
   * @throws IllegalStateException if the lock does not exclude others, or its tokens do not rise
   */
  public void turn(OptionalLong token) {
    if (memory.getLong(INSIDE) != 0) {
      throw new IllegalStateException("two are inside at once");
    }
    memory.putLong(INSIDE, 1);
    memory.putLong(TURNS, memory.getLong(TURNS) + 1);
    if (token.isPresent()) {
      if (token.getAsLong() <= memory.getLong(TOKEN)) {
        throw new IllegalStateException(
            "token %d after %d".formatted(token.getAsLong(), memory.getLong(TOKEN)));
      }
      memory.putLong(TOKEN, token.getAsLong());
    }
    if (memory.getLong(LAST) != self) {
      memory.putLong(LAST, self);
      memory.putLong(CROSSINGS, memory.getLong(CROSSINGS) + 1);
    }
    memory.putLong(INSIDE, 0);
  }

  /** Turns so far; fewer than were taken, if updates were lost. */
  long turns() {
    return memory.getLong(TURNS);
  }

  /** How often the next turn was another JVM's. */
  long crossings() {
    return memory.getLong(CROSSINGS);
  }
}
