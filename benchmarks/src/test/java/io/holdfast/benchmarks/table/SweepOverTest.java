package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SweepOverTest {

  @ParameterizedTest
  @CsvSource({
    "THREADS, 128, 128",
    "NAMES, 1000000, 1000000",
    "SECTION, 0, 0",
    "SECTION, 100us, 100",
    "SECTION, 100µs, 100",
    "SECTION, 70, 70",
    "SECTION, 5ms, 5000",
    "SECTION, 1s, 1000000",
    "LATENCY, 500, 500",
  })
  void parse_ofAValue_givesItsNumber(SweepOver over, String text, long value) {
    assertThat(over.parse(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "THREADS, 0, threads '0': must be from 1 to 1024",
    "JVMS, 65, jvms '65': must be from 1 to 64",
    "NAMES, 1000001, names '1000001': must be from 1 to 1000000",
    "NAMES, 5ms, names '5ms': must be a number without fraction",
    "SECTION, 2s, section '2s': must be from 0 to 1000000 us",
    "SECTION, 5h, 'section ''5h'': must be a number with us, ms or s'",
    "LATENCY, 0.5, latency '0.5': must be a number without fraction",
    "LATENCY, -1, latency '-1': must be a number without fraction",
  })
  void parse_ofSomethingElse_isRefused(SweepOver over, String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> over.parse(text)).withMessage(message);
  }

  @ParameterizedTest
  @EnumSource
  void defaultValues_asText_areWithinTheBounds(SweepOver over) {
    assertThat(over.defaultValues())
        .isNotEmpty()
        .allSatisfy(value -> assertThat(over.parse(value.toString())).isEqualTo(value));
  }

  @Test
  void row_ofEachSweep_doesWhatIsSweptOver() {
    assertThat(row(SweepOver.THREADS, 16).load()).isEqualTo(Load.of(Work.ONE_LOCK, 16));
    assertThat(row(SweepOver.NAMES, 100).load()).isEqualTo(Load.ofNames(3, 100));
    assertThat(row(SweepOver.SECTION, 5000).load())
        .isEqualTo(Load.of(Work.ONE_LOCK, 3).withSection(Duration.ofMillis(5)));
    assertThat(row(SweepOver.LATENCY, 500).load()).isEqualTo(Load.of(Work.ONE_LOCK, 3).atRate(250));
    assertThat(row(SweepOver.LATENCY, 500).jvms()).isEqualTo(2);
    WorkRow jvms = row(SweepOver.JVMS, 5);
    assertThat(jvms.load()).isEqualTo(Load.of(Work.ONE_LOCK, 3));
    assertThat(jvms.jvms()).isEqualTo(5);
  }

  @Test
  void warmUp_ofLatency_isWithoutPauses() {
    WorkRow row =
        new Sweep(SweepOver.LATENCY, List.of(500L), List.of(Subject.HOLDFAST), 2, 3).warmUp(500);
    assertThat(row.load()).isEqualTo(Load.of(Work.ONE_LOCK, 3));
  }

  private static WorkRow row(SweepOver over, long value) {
    return new Sweep(over, List.of(value), List.of(Subject.HOLDFAST), 2, 3).row(value);
  }
}
