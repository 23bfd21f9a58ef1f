package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The wall clock of servers, to be shifted while they run: what {@code TIME}, expiry and scripts
 * take for now. The servers that {@linkplain RedisServerBuilder#clock were given} the same clock
 * are shifted together; this machine's clock is not touched.
 *
 * <pre>{@code
 * assumeThat(ServerClock.whyNot(RedisBinary.locate())).isEmpty();
 * try (ServerClock clock = ServerClock.create();
 *     RedisServer server = RedisServer.builder().clock(clock).start()) {
 *   clock.jump(Duration.ofSeconds(-60));
 * }
 * }</pre>
 *
 * <p>Works by a small library that is compiled when first needed and preloaded into the server
 * ({@code LD_PRELOAD}): on Linux x86-64 with a C compiler, for a server that is dynamically linked.
 * Thread-safe; a shift is in force when the method returns. Valkey 9 answers for some milliseconds
 * with a time that it has read before: a server that answers at all is waited for.
 */
public final class ServerClock implements AutoCloseable {

  private static final VarHandle MICROS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Path library;
  private final Path file;
  private final ByteBuffer offset; // its first word, written atomically
  private final Set<Runnable> readers = new CopyOnWriteArraySet<>();

  private ServerClock(Path library, Path file, ByteBuffer offset) {
    this.library = library;
    this.file = file;
    this.offset = offset;
  }

  /** Why a server of this program cannot have its clock shifted here; empty if it can. */
  public static Optional<String> whyNot(RedisBinary program) {
    return ClockLibrary.whyNot()
        .or(
            () ->
                ElfFile.isDynamicallyLinked(program.path())
                    ? Optional.empty()
                    : Optional.of(program + " is statically linked: no library can be preloaded"));
  }

  /**
   * A clock without an offset.
   *
   * @throws IllegalStateException if there is no way here to shift clocks; see {@link #whyNot}
   */
  public static ServerClock create() {
    ClockLibrary library = ClockLibrary.get();
    Path file = library.offsetFile();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer offset = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
      return new ServerClock(library.library(), file, offset);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a clock: " + e.getMessage(), e);
    }
  }

  /** This is run after each shift, by the thread that shifts, until {@link #removeReader}. */
  void addReader(Runnable reader) {
    readers.add(reader);
  }

  /** Takes back an {@link #addReader}. */
  void removeReader(Runnable reader) {
    readers.remove(reader);
  }

  /** What a server process must have in its environment. */
  Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library.toString(), "HOLDFAST_CLOCK", file.toString());
  }

  /** Moves it, from where it is: forward, or back if negative. */
  public void jump(Duration by) {
    MICROS.getAndAdd(offset, 0, micros(by));
    readers.forEach(Runnable::run);
  }

  /** Sets it this far ahead of the right time, or behind if negative. */
  public void set(Duration ahead) {
    MICROS.setVolatile(offset, 0, micros(ahead));
    readers.forEach(Runnable::run);
  }

  /** Sets it right again. */
  public void reset() {
    set(Duration.ZERO);
  }

  /** How far it is ahead of the right time. */
  public Duration offset() {
    return Duration.ofNanos(Math.multiplyExact((long) MICROS.getVolatile(offset, 0), 1_000L));
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }

  /**
   * Deletes its file. A server that has it open goes on with the last offset, but does not start
   * again with it. Idempotent.
   */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }

  @Override
  public String toString() {
    return "clock " + offset() + " ahead";
  }
}
