package io.holdfast.lock.torture.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes what this process does with locks to a file of its own that survives {@code kill -9} at
 * any instant.
 *
 * <pre>{@code
 * HistoryWriter history = HistoryWriter.open(directory);
 * long hold = history.newHold();
 * Recording call = history.invoke("orders", OperationKind.LOCK, Facts.ofHold(hold));
 * lock.lock();
 * call.ok(Facts.ofHold(hold).token(lock.token()).holdCount(1));
 * }</pre>
 *
 * <p>Any thread may write, also an interrupted one; a record costs some hundred nanoseconds, no
 * system call and no lock, except when a name is new or the file grows (by 3 MiB). Not guaranteed:
 * that records survive a crash of the machine.
 */
public final class HistoryWriter {

  /** What the names of history files end with. */
  static final String SUFFIX = ".history";

  /** Ids are the process id, then this number of bits of a number. */
  static final int NUMBER_BITS = 40;

  private static final AtomicInteger FILES = new AtomicInteger(); // of this process

  private final MappedSlots slots;
  private final long pid = ProcessHandle.current().pid();
  private final AtomicLong operations;
  private final AtomicLong holds;
  private final Map<String, Integer> texts = new ConcurrentHashMap<>();
  private final AtomicInteger lastText = new AtomicInteger();

  private HistoryWriter(Path file, int number) {
    this.slots = new MappedSlots(file);
    // Several writers of one process, which there need not be, do not share ids.
    long first = ((long) (number & 63) << (NUMBER_BITS - 6)) + 1;
    this.operations = new AtomicLong(first);
    this.holds = new AtomicLong(first);
  }

  /**
   * Makes a new file in the directory, which is made if it is missing.
   *
   * @throws UncheckedIOException if that cannot be done
   */
  public static HistoryWriter open(Path directory) {
    int number = FILES.getAndIncrement();
    long pid = ProcessHandle.current().pid();
    Path file = directory.resolve("%s-%s-%s%s".formatted(pid, System.nanoTime(), number, SUFFIX));
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + directory + ": " + e.getMessage(), e);
    }
    HistoryWriter writer = new HistoryWriter(file, number);
    writer.header();
    return writer;
  }

  private void header() {
    long slot = slots.take();
    ByteBuffer buffer = slots.buffer(slot);
    int offset = MappedSlots.offset(slot);
    buffer.put(offset + Slot.TYPE, Slot.TYPE_HEADER);
    buffer.putInt(offset + Slot.HEADER_VERSION, Slot.VERSION);
    buffer.putLong(offset + Slot.HEADER_PID, pid);
    buffer.putLong(offset + Slot.HEADER_START_NANOS, System.nanoTime());
    buffer.putLong(offset + Slot.HEADER_START_MILLIS, System.currentTimeMillis());
    Slot.commit(buffer, offset, slot);
  }

  /** A new id for a hold, unique among all processes of this host. */
  public long newHold() {
    return pid << NUMBER_BITS | holds.getAndIncrement();
  }

  /** An operation is about to be called. */
  public Recording invoke(String lock, OperationKind kind, Facts facts) {
    long nanos = System.nanoTime();
    Recording recording =
        new Recording(this, pid << NUMBER_BITS | operations.getAndIncrement(), text(lock), kind);
    append(recording, Phase.INVOKE, nanos, facts);
    return recording;
  }

  /** The owner believes to have this hold until then: its lease was renewed. */
  public void believes(String lock, long hold, long deadlineNanos) {
    about(lock, Phase.NOTE, Facts.ofHold(hold).deadlineNanos(deadlineNanos));
  }

  /**
   * The owner was just told that this hold is lost.
   *
   * @param cause in few words
   */
  public void lossTold(String lock, long hold, String cause) {
    about(lock, Phase.LOST, Facts.ofHold(hold).error(cause));
  }

  private void about(String lock, Phase phase, Facts facts) {
    long nanos = System.nanoTime();
    long operation = pid << NUMBER_BITS | operations.getAndIncrement();
    append(new Recording(this, operation, text(lock), OperationKind.HOLD), phase, nanos, facts);
  }

  /**
   * Something is about to be broken on purpose; {@link Recording#ok} when it is whole again. Checks
   * of liveness excuse what happens meanwhile.
   */
  public Recording fault(String what) {
    return invoke(what, OperationKind.FAULT, Facts.none());
  }

  /**
   * This process begins. Let it {@link Recording#note} now and then that it lives, else it is taken
   * for dead from its last record on, and {@link Recording#ok} when it ends in order.
   */
  public Recording process(String label) {
    return invoke(label, OperationKind.PROCESS, Facts.none());
  }

  void append(Recording of, Phase phase, long nanos, Facts facts) {
    int error = facts.error().isPresent() ? text(facts.error().get()) : 0;
    long slot = slots.take();
    ByteBuffer buffer = slots.buffer(slot);
    int offset = MappedSlots.offset(slot);
    buffer.put(offset + Slot.TYPE, Slot.TYPE_RECORD);
    buffer.put(offset + Slot.KIND, (byte) of.kind().code());
    buffer.put(offset + Slot.PHASE, (byte) phase.code());
    buffer.putInt(offset + Slot.PRESENT, FactBits.write(facts, buffer, offset));
    buffer.putLong(offset + Slot.NANOS, nanos);
    buffer.putLong(offset + Slot.OPERATION, of.operation());
    buffer.putLong(offset + Slot.THREAD, threadId());
    buffer.putInt(offset + Slot.NAME, of.lockText());
    buffer.putInt(offset + Slot.ERROR, error);
    Slot.commit(buffer, offset, slot);
  }

  @SuppressWarnings("deprecation") // its successor, threadId(), is not in Java 17
  private static long threadId() {
    return Thread.currentThread().getId();
  }

  /** The id of a text; written when it is new, before anybody learns the id. */
  private int text(String text) {
    Integer present = texts.get(text);
    return present == null ? texts.computeIfAbsent(text, this::define) : present;
  }

  private int define(String text) {
    int id = lastText.incrementAndGet();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int pieces = Math.max(1, (bytes.length - 1) / Slot.TEXT_PIECE_BYTES + 1);
    long first = slots.take(pieces);
    for (int piece = 0; piece < pieces; piece++) {
      ByteBuffer buffer = slots.buffer(first + piece);
      int offset = MappedSlots.offset(first + piece);
      int from = piece * Slot.TEXT_PIECE_BYTES;
      buffer.put(offset + Slot.TYPE, Slot.TYPE_TEXT);
      buffer.putInt(offset + Slot.TEXT_ID, id);
      buffer.putInt(offset + Slot.TEXT_LENGTH, bytes.length);
      buffer.putInt(offset + Slot.TEXT_PIECE, piece);
      buffer.put(
          offset + Slot.TEXT_BYTES,
          bytes,
          from,
          Math.min(Slot.TEXT_PIECE_BYTES, bytes.length - from));
      Slot.commit(buffer, offset, first + piece);
    }
    return id;
  }
}
