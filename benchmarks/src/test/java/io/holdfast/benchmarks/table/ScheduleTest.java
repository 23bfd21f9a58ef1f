package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.benchmarks.subject.Subject;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ScheduleTest {

  private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

  private final AtomicLong nanos = new AtomicLong();

  /** Two subjects, 7 rounds, warming up like 3 more; each sample 70 ms late. */
  @Test
  void next_ofALimitedSchedule_dividesTheTimeAmongTheRowsThatAreLeft() {
    LimitedSchedule schedule = limited(Duration.ofSeconds(49));
    List<Row> rows = Rows.chosen(List.of("10a", "14a")); // 3 s and 6 s to set up

    assertThat(schedule.next(rows).time()).isEqualTo(Duration.ofMillis(1000 - 70));

    pass(Duration.ofSeconds(33)); // 10 s more than meant to; all of it is the slow machine's
    assertThat(schedule.timeFor(rows.subList(1, 2))).isEqualTo(Duration.ofSeconds(16));
    assertThat(schedule.next(rows.subList(1, 2)).time()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void next_whenTheRowBeforeTookWhatWasExpected_isAsLong() {
    LimitedSchedule schedule = limited(Duration.ofSeconds(49));
    List<Row> rows = Rows.chosen(List.of("10a", "14a"));
    schedule.next(rows);

    pass(Duration.ofSeconds(23));

    Rounds last = schedule.next(rows.subList(1, 2));
    assertThat(last.time()).isEqualTo(Duration.ofMillis(930));
    assertThat(last.warmUp()).isEqualTo(Duration.ofMillis(3 * 930));
    assertThat(last.count()).isEqualTo(7);
    assertThat(schedule.method()).contains("7 interleaved rounds of 930 to 930 ms");
  }

  @Test
  void next_whenTheRowBeforeTookLonger_isShorter() {
    LimitedSchedule schedule = limited(Duration.ofSeconds(49));
    List<Row> rows = Rows.chosen(List.of("10a", "14a"));
    schedule.next(rows);

    pass(Duration.ofSeconds(25)); // 5 s to set up instead of 3 s: the next will take 10 s

    assertThat(schedule.next(rows.subList(1, 2)).time()).isEqualTo(Duration.ofMillis(700 - 70));
  }

  @Test
  void next_whenTheTimeIsUp_isTheShortest() {
    LimitedSchedule schedule = limited(Duration.ofSeconds(10));

    pass(Duration.ofSeconds(11));

    assertThat(schedule.next(Rows.chosen(List.of("10a"))).time()).isEqualTo(Duration.ofMillis(100));
    assertThat(schedule.timeFor(Rows.chosen(List.of("10a")))).isEqualTo(Duration.ZERO);
  }

  @Test
  void next_ofALimitedSchedule_leavesTimeForWhatIsCountedAndForSamplesOfTwoParts() {
    Duration time = Duration.ofSeconds(49);

    assertThat(limited(time).next(Rows.chosen(List.of("24a"))).time())
        .isEqualTo(Duration.ofMillis(1000 - 70));
    assertThat(limited(time).next(Rows.chosen(List.of("10a", "9"))).time())
        .isEqualTo(Duration.ofMillis(2000 - 70));
    assertThat(limited(Duration.ofHours(1)).next(Rows.chosen(List.of("10a"))).time())
        .isEqualTo(Duration.ofMillis(2000));
  }

  @Test
  void timeFor_ofASteadySchedule_learnsFromTheRowsBefore() {
    Rounds rounds = new Rounds(5, Duration.ofSeconds(1), Duration.ofMillis(3500), NOWHERE);
    SteadySchedule schedule = new SteadySchedule(rounds, nanos::get);
    List<Row> rows = Rows.chosen(List.of("10a", "14a"));

    assertThat(schedule.timeFor(rows)).isEqualTo(Duration.ofSeconds(3 + 17 + 6 + 17));
    assertThat(schedule.next(rows)).isSameAs(rounds);
    pass(Duration.ofSeconds(40));

    assertThat(schedule.timeFor(rows.subList(1, 2))).isEqualTo(Duration.ofSeconds(46));
  }

  @ParameterizedTest
  @CsvSource({"90s, 90", "4m, 240", "1h, 3600"})
  void convert_ofATime_isIt(String text, long seconds) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0s", "4", "m", "-1m", "4 m", "1.5h"})
  void convert_ofWhatIsNone_isRefused(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("must be like 90s, 4m or 1h");
  }

  @Test
  void quick_hasARowOfEachKind() {
    assertThat(Rows.quick())
        .extracting(Row::id)
        .contains("1", "2", "4a", "5", "6", "7", "8a", "9", "10a", "12a", "13c", "15a", "19a")
        .contains("22", "23", "24a");
    assertThat(Rows.quick())
        .filteredOn(Row::isTimed)
        .flatExtracting(Row::subjects)
        .doesNotContain(Subject.SPRING_SPIN);
  }

  private LimitedSchedule limited(Duration within) {
    return new LimitedSchedule(7, within, NOWHERE, nanos::get);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
