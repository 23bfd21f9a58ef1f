package io.holdfast.lock.core.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class RecorderTest {

  private static final Subject SUBJECT = new Subject("lock", "name", "client");

  @Test
  void spans_whileTheyAreNotRecorded_areNotMade() {
    try (Recording recording = new Recording()) {
      for (String event : new String[] {"LockAcquire", "LockHold", "ServerCall", "LeaseRenewal"}) {
        recording.disable("io.holdfast." + event);
      }
      recording.start();

      assertThat(Recorder.HERE.attempt()).isNull();
      assertThat(Recorder.HERE.hold()).isNull();
      assertThat(Recorder.HERE.call()).isNull();
      assertThat(Recorder.HERE.renewal()).isNull();
    }
  }

  @Test
  void withoutARecorder_nothingHappens() {
    Recorder none = new NoRecorder();

    assertThat(none.attempt()).isNull();
    assertThat(none.hold()).isNull();
    assertThat(none.call()).isNull();
    assertThat(none.renewal()).isNull();
    assertThatCode(
            () -> {
              none.lost(SUBJECT, 1, "GONE", 1);
              none.connection("client", "COMMANDS", "server", "UP", "");
            })
        .doesNotThrowAnyException();
  }
}
