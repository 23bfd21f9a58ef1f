package io.holdfast.benchmarks.work;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * What a lock protects: numbers in memory, written without any protection of their own. Made on a
 * file, several JVMs of one machine share it. Shows lost updates, two inside at once, one who
 * writes while others read, and tokens that do not rise; counts how often a turn crossed to another
 * JVM.
 *
 * <p>Those numbers that tell who is inside are read and written in opaque mode: that orders nothing
 * and costs nothing, but without it a compiler may drop the first of two writes, or make one read
 * of two.
 */
public final class Section {

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final String TWO_INSIDE = "two are inside at once";

  private static final int INSIDE = 0;
  private static final int TURNS = 8;
  private static final int TOKEN = 16;
  private static final int LAST = 24;
  private static final int CROSSINGS = 32;
  private static final int DRAWS = 40;
  private static final int SIZE = 64;

  private final ByteBuffer memory;
  private final long self;

  private Section(ByteBuffer memory, long self) {
    this.memory = memory.order(ByteOrder.nativeOrder());
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
    return on(file, self, 1);
  }

  /** The same, with room for so many. */
  static Section on(Path file, int self, int parts) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long size = (long) SIZE * parts;
      return new Section(channel.map(FileChannel.MapMode.READ_WRITE, 0, size), self);
    }
  }

  /** One of those that there is room for, which have nothing to do with each other. */
  Section part(int number) {
    return new Section(memory.slice(number * SIZE, SIZE), self);
  }

  /**
   * One turn, over at once. With the lock held.
   *
   * @throws IllegalStateException if the lock does not exclude others, or its tokens do not rise
   */
  public void turn(OptionalLong token) {
    turn(token, Duration.ZERO);
  }

  /** The same, for so long. */
  void turn(OptionalLong token, Duration time) {
    requireNobodyInside(TWO_INSIDE);
    long us = us();
    LONG.setOpaque(memory, INSIDE, us);
    long turns = memory.getLong(TURNS) + 1;
    spin(time);
    if ((long) LONG.getOpaque(memory, INSIDE) != us) { // two who came together saw nobody
      throw new IllegalStateException(TWO_INSIDE);
    }
    LONG.setOpaque(memory, TURNS, turns);
    if (token.isPresent()) {
      long before = memory.getLong(TOKEN);
      if (token.getAsLong() <= before) {
        throw new IllegalStateException("token %d after %d".formatted(token.getAsLong(), before));
      }
      if (token.getAsLong() > before + 1) {
        memory.putLong(DRAWS, memory.getLong(DRAWS) + 1);
      }
      memory.putLong(TOKEN, token.getAsLong());
    }
    if (memory.getLong(LAST) != self) {
      memory.putLong(LAST, self);
      memory.putLong(CROSSINGS, memory.getLong(CROSSINGS) + 1);
    }
    LONG.setOpaque(memory, INSIDE, 0L);
  }

  /**
   * One turn, for so long, while others may have theirs. With a permit held. What is counted here
   * is counted by atomic instructions, as several do it at a time.
   *
   * @param limit how many may be inside at once
   * @throws IllegalStateException if more are
   */
  void turnAmong(int limit, Duration time) {
    long inside = (long) LONG.getAndAdd(memory, INSIDE, 1L) + 1;
    if (inside > limit) {
      throw new IllegalStateException("%d are inside at once, of %d".formatted(inside, limit));
    }
    spin(time);
    LONG.getAndAdd(memory, TURNS, 1L);
    if ((long) LONG.getAndSet(memory, LAST, self) != self) {
      LONG.getAndAdd(memory, CROSSINGS, 1L);
    }
    LONG.getAndAdd(memory, INSIDE, -1L);
  }

  /**
   * Looks on for so long, together with others. With the lock held for reading.
   *
   * @throws IllegalStateException if the lock lets somebody take a turn meanwhile, or the token is
   *     below that of the last turn
   */
  void look(OptionalLong token, Duration time) {
    requireNobodyInside("somebody reads while another writes");
    long turns = (long) LONG.getOpaque(memory, TURNS);
    if (token.isPresent() && token.getAsLong() < memory.getLong(TOKEN)) {
      throw new IllegalStateException(
          "token %d of a reader after %d".formatted(token.getAsLong(), memory.getLong(TOKEN)));
    }
    spin(time);
    if ((long) LONG.getOpaque(memory, TURNS) != turns) {
      throw new IllegalStateException("what is read changes meanwhile");
    }
    requireNobodyInside("somebody writes while another reads");
  }

  /** This thread among all those of all JVMs; not 0. */
  private long us() {
    return self << Integer.SIZE | Thread.currentThread().getId();
  }

  private void requireNobodyInside(String otherwise) {
    if ((long) LONG.getOpaque(memory, INSIDE) != 0) {
      throw new IllegalStateException(otherwise);
    }
  }

  private static void spin(Duration time) {
    if (!time.isZero()) {
      long from = System.nanoTime();
      while (System.nanoTime() - from < time.toNanos()) {
        Thread.onSpinWait();
      }
    }
  }

  /** Turns so far, of all parts; fewer than were taken, if updates were lost. */
  long turns() {
    return sum(TURNS);
  }

  /** How often the next turn was another JVM's. */
  long crossings() {
    return sum(CROSSINGS);
  }

  /**
   * How often a token was not the one behind the last: turns with tokens of one draw, which follow
   * each other, have come to the lock together.
   */
  long draws() {
    return sum(DRAWS);
  }

  private long sum(int field) {
    long sum = 0;
    for (int part = 0; part < memory.capacity(); part += SIZE) {
      sum += memory.getLong(part + field);
    }
    return sum;
  }
}
