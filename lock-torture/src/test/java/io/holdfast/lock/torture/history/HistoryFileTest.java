package io.holdfast.lock.torture.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {

  private static final Facts ALL =
      new Facts(
          OptionalLong.of(1),
          OptionalLong.of(Long.MAX_VALUE),
          OptionalInt.of(3),
          OptionalLong.of(-4),
          OptionalLong.of(5),
          OptionalLong.of(0),
          OptionalInt.of(7),
          Optional.of("LeaseLostException"));

  @TempDir Path directory;

  private Path file() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findFirst().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Event> events() {
    return HistoryReader.readAll(directory).events();
  }

  @Test
  void readAll_everyFact_isAsWritten() {
    HistoryWriter writer = HistoryWriter.open(directory);
    long before = System.nanoTime();
    Recording call = writer.invoke("orders", OperationKind.TIMED_TRY_LOCK, Facts.none());
    call.note(Facts.none().ticket(9));
    call.fail(ALL);
    long after = System.nanoTime();

    List<Event> events = events();

    assertThat(events)
        .extracting(Event::phase)
        .containsExactly(Phase.INVOKE, Phase.NOTE, Phase.FAIL);
    assertThat(events)
        .extracting(Event::facts)
        .containsExactly(Facts.none(), Facts.none().ticket(9), ALL);
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.pid()).isEqualTo(ProcessHandle.current().pid());
              assertThat(event.lock()).isEqualTo("orders");
              assertThat(event.kind()).isEqualTo(OperationKind.TIMED_TRY_LOCK);
              assertThat(event.nanos()).isBetween(before, after);
              assertThat(event.operation()).isEqualTo(events.get(0).operation());
            });
  }

  @Test
  void readAll_everyKindAndPhase_isAsWritten() {
    HistoryWriter writer = HistoryWriter.open(directory);
    for (OperationKind kind : OperationKind.values()) {
      Recording call = writer.invoke("x", kind, Facts.none());
      call.note(Facts.none());
      call.ok(Facts.none());
      call.info(Facts.none());
    }
    writer.invoke("x", OperationKind.LOCK, Facts.none()).fail(Facts.none());
    writer.lossTold("x", 5, "EXPIRED");

    assertThat(events()).extracting(Event::kind).contains(OperationKind.values());
    assertThat(events()).extracting(Event::phase).contains(Phase.values());
  }

  @Test
  void readAll_longAndForeignNames_areWhole() {
    HistoryWriter writer = HistoryWriter.open(directory);
    List<String> names =
        List.of("", "x".repeat(72), "y".repeat(73), "z".repeat(10_000), "Größe/{名}/🔒".repeat(20));
    names.forEach(name -> writer.invoke(name, OperationKind.LOCK, Facts.none()));

    assertThat(events()).extracting(Event::lock).containsExactlyElementsOf(names);
  }

  @Test
  void readAll_severalFiles_areMergedByTime() {
    HistoryWriter one = HistoryWriter.open(directory);
    HistoryWriter other = HistoryWriter.open(directory);
    Recording first = one.invoke("a", OperationKind.LOCK, Facts.none());
    Recording second = other.invoke("b", OperationKind.LOCK, Facts.none());
    second.ok(Facts.none());
    first.ok(Facts.none());

    History history = HistoryReader.readAll(directory);

    assertThat(history.events()).extracting(Event::lock).containsExactly("a", "b", "b", "a");
    assertThat(history.operations()).hasSize(2).allMatch(Operation::isOk);
    assertThat(history.byLock()).containsOnlyKeys("a", "b");
    assertThat(one.newHold()).isNotEqualTo(other.newHold());
  }

  @Test
  void read_tornAtAnyByte_losesOnlyTheLastRecord() throws IOException {
    HistoryWriter writer = HistoryWriter.open(directory);
    for (int i = 0; i < 3; i++) {
      writer.invoke("x", OperationKind.LOCK, Facts.none().token(i));
    }
    byte[] whole = Files.readAllBytes(file());
    int slots = 1 + 1 + 3; // header, text, records
    Path torn = directory.resolve("torn");
    for (int length = 4 * Slot.BYTES; length < slots * Slot.BYTES; length++) {
      Files.write(torn, Arrays.copyOf(whole, length));
      assertThat(HistoryReader.read(torn)).as("cut at %d", length).hasSize(2);
    }
    Files.write(torn, Arrays.copyOf(whole, slots * Slot.BYTES));
    assertThat(HistoryReader.read(torn)).hasSize(3);
  }

  @Test
  void read_recordWithAnyByteMissing_isLeftOutAndLaterOnesAreNot() throws IOException {
    HistoryWriter writer = HistoryWriter.open(directory);
    for (int i = 0; i < 3; i++) {
      writer.invoke("x", OperationKind.LOCK, ALL.token(i));
    }
    int second = 3; // slots 0 and 1: header and the name; but the error's text follows the name
    Path file = file();
    List<Event> before = HistoryReader.read(file);
    long slot = before.get(1).sequence();
    assertThat(slot).isGreaterThanOrEqualTo(second);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (int at = 0; at < Slot.BYTES; at++) {
        ByteBuffer old = ByteBuffer.allocate(1);
        channel.read(old, slot * Slot.BYTES + at);
        channel.write(ByteBuffer.wrap(new byte[] {(byte) ~old.get(0)}), slot * Slot.BYTES + at);
        assertThat(HistoryReader.read(file))
            .as("byte %d broken", at)
            .containsExactly(before.get(0), before.get(2));
        channel.write(ByteBuffer.wrap(new byte[] {old.get(0)}), slot * Slot.BYTES + at);
      }
    }
    assertThat(HistoryReader.read(file)).isEqualTo(before);
  }

  @Test
  void read_fileOfAnotherVersion_saysSo() {
    ByteBuffer header = ByteBuffer.allocateDirect(Slot.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put(Slot.TYPE, Slot.TYPE_HEADER).putInt(Slot.HEADER_VERSION, 99);
    Slot.commit(header, 0, 0);
    byte[] content = new byte[Slot.BYTES];
    header.get(0, content);
    Path file = directory.resolve("new" + HistoryWriter.SUFFIX);
    assertThatIllegalStateException()
        .isThrownBy(
            () -> {
              Files.write(file, content);
              HistoryReader.readAll(directory);
            })
        .withMessageContaining("version 99");
  }

  @Test
  void write_manyInterruptedThreads_overSegments_losesNothing() throws InterruptedException {
    HistoryWriter writer = HistoryWriter.open(directory);
    int each = MappedSlots.SLOTS_OF_A_SEGMENT;
    try (TestThreads threads = TestThreads.open()) {
      var unused =
          threads.start(
              3,
              "writer",
              () -> {
                Thread.currentThread().interrupt();
                for (int i = 0; i < each; i++) {
                  writer.invoke("x", OperationKind.LOCK, Facts.none().token(i));
                }
                assertThat(Thread.interrupted()).isTrue();
              });
      threads.joinAll();
    }
    List<Event> events = events();
    assertThat(events).hasSize(3 * each);
    events.stream()
        .map(Event::thread)
        .distinct()
        .forEach(
            thread ->
                assertThat(
                        events.stream()
                            .filter(event -> event.thread() == thread)
                            .mapToLong(event -> event.facts().token().orElseThrow()))
                    .containsExactlyElementsOf(LongStream.range(0, each).boxed().toList()));
  }
}
