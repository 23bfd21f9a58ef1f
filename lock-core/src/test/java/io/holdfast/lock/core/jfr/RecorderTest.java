package io.holdfast.lock.core.jfr;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.holdfast.lock.LossCause;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {

  private static final String OURS = "io.holdfast.";
  private static final Set<String> OF_EACH_EVENT =
      Set.of("startTime", "duration", "eventThread", "stackTrace");

  private static final String[] SPANS = {
    "io.holdfast.LockAcquire",
    "io.holdfast.LockHold",
    "io.holdfast.ServerCall",
    "io.holdfast.LeaseRenewal"
  };
  private static final Source SOURCE = new Source("plain", "client");

  @TempDir private Path folder;

  private static Recorder present() {
    Recorder.lookAndWait();
    return Recorder.here();
  }

  /** Scripts and dashboards stand on them. A {@link SecondCore} has some of them again. */
  @Test
  void events_inARecording_haveTheirFieldsInThisOrder() throws Exception {
    try (Recording recording = new Recording()) {
      recording.start();
      Recorder unused = present();
      Path file = folder.resolve("types.jfr");
      recording.dump(file);

      try (RecordingFile read = new RecordingFile(file)) {
        assertThat(read.readEventTypes().stream().flatMap(RecorderTest::fields).distinct())
            .containsExactlyInAnyOrder(
                "LockAcquire: lock=Lock, kind=Kind, client=Client, outcome=Outcome, token=Fencing Token",
                "LockHold: lock=Lock, kind=Kind, client=Client, outcome=Outcome, token=Fencing Token",
                "LockLost: lock=Lock, kind=Kind, client=Client, token=Fencing Token, cause=Cause,"
                    + " sinceRenewal=Since Renewal",
                "ServerCall: client=Client, script=Script, outcome=Outcome",
                "LeaseRenewal: count=Count, outcome=Outcome",
                "ConnectionChange: client=Client, connection=Connection, server=Server, state=State,"
                    + " reason=Reason");
      }
    }
  }

  private static Stream<String> fields(EventType type) {
    return type.getName().startsWith(OURS)
        ? Stream.of(
            type.getFields().stream()
                .filter(field -> !OF_EACH_EVENT.contains(field.getName()))
                .map(field -> field.getName() + "=" + field.getLabel())
                .collect(joining(", ", type.getName().substring(OURS.length()) + ": ", "")))
        : Stream.empty();
  }

  @Test
  void spans_onlyWhileTheyAreRecorded_areMade() {
    try (Recording recording = new Recording()) {
      recording.start();
      Recorder recorder = present();
      for (String event : SPANS) {
        recording.disable(event);
      }
      assertThat(recorder.attempt()).isNull();
      assertThat(recorder.condition()).isNull();
      assertThat(recorder.call()).isNull();
      assertThat(recorder.renewal()).isNull();

      for (String event : SPANS) {
        recording.enable(event);
      }
      assertThat(recorder.attempt()).isNotNull();
      assertThat(recorder.condition()).isNotNull();
      assertThat(recorder.call()).isNotNull();
      assertThat(recorder.renewal()).isNotNull();
    }
  }

  @Test
  void attempt_onlyHoldsAreRecorded_tellsOfTheHoldOnly() throws Exception {
    try (Recording recording = new Recording()) {
      recording.disable("io.holdfast.LockAcquire");
      recording.enable("io.holdfast.LockHold").withoutThreshold();
      recording.start();
      LockSpan span = present().attempt();
      assertThat(span).isNotNull();
      span.attemptEnded(SOURCE, "half", "acquired", 1);
      span.holdBegins();
      span.holdEnded(SOURCE, "half", "lost", 1);

      assertThat(of(recording, "half"))
          .singleElement()
          .satisfies(
              event ->
                  assertThat(event.getEventType().getName()).isEqualTo("io.holdfast.LockHold"));
    }
  }

  @Test
  void hold_endsTwice_isToldOnceAndEndsWhereItWasOver() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("io.holdfast.LockHold").withoutThreshold();
      recording.enable("io.holdfast.LockAcquire").withoutThreshold();
      recording.start();
      LockSpan span = present().condition();
      assertThat(span).isNotNull();
      span.holdBegins();
      span.holdBegins(); // the first was lost before anybody saw it
      span.holdOver();
      LockSpan after = present().attempt();
      assertThat(after).isNotNull();
      after.attemptEnded(SOURCE, "after", "acquired", 2);
      span.holdEnded(SOURCE, "twice", "lost", 1);
      span.holdEnded(SOURCE, "twice", "released", 1);

      Instant later = of(recording, "after").get(0).getStartTime();
      assertThat(of(recording, "twice"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getString("outcome")).isEqualTo("lost");
                assertThat(event.getEndTime()).isBeforeOrEqualTo(later);
              });
    }
  }

  @Test
  void renewal_endsTwice_isToldOnce() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("io.holdfast.LeaseRenewal");
      recording.start();
      RenewalSpan span = present().renewal();
      assertThat(span).isNotNull();
      span.ended(4711, "ok");
      span.ended(4711, "unknown");

      assertThat(all(recording))
          .filteredOn(event -> event.hasField("count") && event.getInt("count") == 4711)
          .singleElement()
          .satisfies(event -> assertThat(event.getString("outcome")).isEqualTo("ok"));
    }
  }

  private List<RecordedEvent> all(Recording recording) throws Exception {
    Path file = folder.resolve("recorded.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file);
  }

  private List<RecordedEvent> of(Recording recording, String lock) throws Exception {
    return all(recording).stream()
        .filter(event -> event.hasField("lock") && lock.equals(event.getString("lock")))
        .toList();
  }

  @Test
  void withoutARecorder_nothingHappens() {
    Recorder none = new NoRecorder();

    assertThat(none.attempt()).isNull();
    assertThat(none.condition()).isNull();
    assertThat(none.call()).isNull();
    assertThat(none.renewal()).isNull();
    assertThatCode(
            () -> {
              none.lost(SOURCE, "name", 1, LossCause.GONE, 1);
              none.connection("client", "commands", "server", "up", "");
            })
        .doesNotThrowAnyException();
  }
}
