package io.holdfast.lock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerEventTest {

  static Stream<WorkerEvent> events() {
    return Stream.of(
        new WorkerEvent.Ready(1),
        new WorkerEvent.Waits(2),
        new WorkerEvent.Holds(3, 1_795_253_971_161_864L),
        new WorkerEvent.Inside(4, 5),
        new WorkerEvent.Released(6, 7),
        new WorkerEvent.Refused(8, 9, 10),
        new WorkerEvent.Lost(11, 12, "its validity ran out"),
        new WorkerEvent.Rests(-13),
        new WorkerEvent.Trouble(14, "java.io.IOException: it broke"));
  }

  @ParameterizedTest
  @MethodSource("events")
  void parse_line_isTheEvent(WorkerEvent event) {
    assertThat(WorkerEvent.parse(event.line())).contains(event);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@", "@holds", "@holds 1", "@holds x 2", "WARN something 1 2"})
  void parse_anotherLine_isNoEvent(String line) {
    assertThat(WorkerEvent.parse(line)).isEmpty();
  }
}
