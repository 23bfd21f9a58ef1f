package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RowsTest {

  static Stream<WorkRow> rowsInWhichSomebodyWaits() {
    return Rows.all().stream()
        .filter(WorkRow.class::isInstance)
        .map(WorkRow.class::cast)
        .filter(row -> row.load().work() == Work.ONE_LOCK)
        .filter(row -> row.subjects().contains(Subject.REDISSON));
  }

  @ParameterizedTest
  @MethodSource("rowsInWhichSomebodyWaits")
  void row_inWhichSomebodyWaits_asksThatNobodyWaitsLongerThanAtRedisson(WorkRow row) {
    assertThat(row.lines())
        .contains(Line.of(WorkRow.LONGEST, "longest wait, ms", Bar.atMost(1, Subject.REDISSON)));
  }

  @ParameterizedTest
  @CsvSource({
    "1, ≤ 1.5 × bare",
    "2, ≤ 1.5 × bare",
    "3, ≤ 1.5 × bare",
    "4a, ≤ 200",
    "4b, ≤ 200",
  })
  void row_ofThisId_asksThatATurnAllocatesNoMore(String id, String bar) {
    Row row = Rows.chosen(List.of(id)).get(0);

    assertThat(row.lines())
        .filteredOn(line -> line.metric().equals(WorkRow.BYTES))
        .singleElement()
        .extracting(line -> line.bar().map(Bar::toString))
        .isEqualTo(Optional.of(bar));
  }

  @ParameterizedTest
  @CsvSource({
    "1, turnsPerSecond, ≥ 0.95 × bare",
    "2, turnsPerSecond, ≥ 0.9 × bare",
    "3, turnsPerSecond, ≥ 0.85 × bare",
    "4a, turnsPerSecond, ≥ 50 × redisson",
    "4b, turnsPerSecond, ≥ 50 × redisson",
    "4a, waitP99Millis, ≤ 0.1 × redisson",
    "4b, waitP99Millis, ≤ 0.1 × redisson",
    "5, turnsPerSecond, ≥ 50 × redisson",
    "5, leastShare, ≥ 0.35",
    "7, turnsPerSecond, '≥ 1,000 × redisson'",
    "8a, commands, ≤ 2",
    "8a, bytes, < 1 × redisson",
    "10a, turnsPerSecond, ≥ 4 × redisson",
    "10b, turnsPerSecond, ≥ 5 × redisson",
    "11, commandsPerSecond, ≤ 2",
    "11b, commandsPerSecond, ≤ 10",
    "11c, commandsPerSecond, ≤ 10",
    "12a, turnsPerSecond, ≥ 20 × redisson",
    "15a, turnsPerSecond, ≥ 1.5 × redisson",
    "22, turnsPerSecond, ≥ 2.5 × redisson",
    "23, turnsPerSecond, ≥ 10 × redisson",
    "28a, turnsByTurnsOfASingleServer, ≥ 0.9",
    "29a, crossingsPerSecond, ≥ 2 × redisson",
    "29b, busMessagesPerTurn, ≤ 0",
    "29b, nodesCpuMicrosPerTurn, ≤ 1 × redisson",
    "29b, nodesCpuByNodesCpuBeside, ≤ 1.1",
    "34, turnsPerSecond, ≥ 100 × redisson",
  })
  void row_ofThisId_asksWhatTheDesignAsks(String id, String metric, String bar) {
    assertThat(Rows.chosen(List.of(id)).get(0).lines())
        .filteredOn(line -> line.metric().equals(metric))
        .singleElement()
        .extracting(line -> line.bar().map(Bar::toString))
        .isEqualTo(Optional.of(bar));
  }

  @Test
  void row6_asksForTurnsThatCross_besideRedissonAndBesideTheLimit() {
    assertThat(Rows.chosen(List.of("6")).get(0).lines())
        .filteredOn(line -> line.metric().equals(WorkRow.CROSSINGS))
        .extracting(line -> line.bar().map(Bar::toString).orElse(""))
        .containsExactly("≥ 2.5 × redisson", "≥ 0.8 × bare");
  }

  @Test
  void bars_ofAllRows_areAskedOfSomebodyWhoTakesPart() {
    assertThat(Rows.all())
        .allSatisfy(
            row ->
                assertThat(row.lines().stream().flatMap(line -> line.bar().stream()))
                    .allSatisfy(bar -> assertThat(row.subjects()).contains(bar.ours())));
  }

  @ParameterizedTest
  @CsvSource({
    "10, 10a 10b",
    "12, 12a 12b",
    "13, 13a 13b 13c 13d 13e 13f",
    "14, 14a 14b 14c 14d 14e 14f 14g 14h",
    "13d, 13d",
    "15, 15a 15b 15c 15d 15e 15f 15g 15h",
    "16, 16a 16b 16c 16d",
    "17, 17a 17b 17c 17d",
    "18, 18a 18b",
    "19, 19a 19b 19c 19d 19e 19f 19g 19h",
    "20, 20a 20b 20c 20d",
    "21, 21a 21b 21c",
    "22, 22",
    "24, 24a 24b 24c",
    "25, 25",
    "26, 26a 26b 26c 26d 26e",
    "27, 27a 27b 27c",
    "28, 28a 28b 28c 28d",
    "29, 29a 29b",
    "30, 30a 30b",
    "31, 31a 31b",
    "32, 32a 32b",
    "34, 34",
    "1, 1",
  })
  void chosen_byNumberOrId_areTheseAndNoOthers(String chosen, String ids) {
    assertThat(Rows.chosen(List.of(chosen))).map(Row::id).containsExactly(ids.split(" "));
  }

  @Test
  void chosen_byAnUnknownId_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rows.chosen(List.of("13g")))
        .withMessageStartingWith("row '13g': must be one of [1, 2,");
  }

  @ParameterizedTest
  @CsvSource({
    "1, REDISSON SPRING_SPIN SPRING_PUB_SUB JUC BARE HOLDFAST",
    "2, REDISSON BARE HOLDFAST",
    "4a, REDISSON SPRING_SPIN SPRING_PUB_SUB JUC HOLDFAST",
    "4b, REDISSON HOLDFAST",
    "5, REDISSON SPRING_SPIN SPRING_PUB_SUB HOLDFAST",
    "6, REDISSON SPRING_SPIN SPRING_PUB_SUB BARE HOLDFAST",
    "34, REDISSON LINGERING",
  })
  void row_ofThisId_measuresTheseAndComparesWithRedissonOrBareOnly(String id, String subjects) {
    Row row = Rows.chosen(List.of(id)).get(0);

    assertThat(row.subjects()).map(Subject::name).containsExactly(subjects.split(" "));
    assertThat(row.lines().stream().flatMap(line -> line.bar().stream()))
        .isNotEmpty()
        .allSatisfy(
            bar ->
                assertThat(bar.against())
                    .isIn(
                        Optional.empty(),
                        Optional.of(Subject.REDISSON),
                        Optional.of(Subject.BARE)));
  }

  @ParameterizedTest
  @CsvSource({
    "12a, 1, 8, 0, 0, ≥ 20 × redisson",
    "12b, 1, 8, 0, 20, ",
    "13a, 1, 8, 1, 0, ≥ 3 × redisson",
    "13d, 1, 8, 10, 20, ≥ 3 × redisson",
    "13f, 1, 8, 50, 20, ≥ 3 × redisson",
    "14a, 2, 4, 1, 0, ≥ 3 × redisson",
    "14e, 2, 4, 50, 0, ≥ 3 × redisson",
    "14h, 2, 4, 0, 20, ≥ 3 × redisson",
  })
  void readWriteRow_ofThisId_doesThisAndAsksThat(
      String id, int jvms, int threads, int writePercent, int micros, @Nullable String bar) {
    WorkRow row = (WorkRow) Rows.chosen(List.of(id)).get(0);

    assertThat(row.jvms()).isEqualTo(jvms);
    assertThat(row.load())
        .isEqualTo(
            Load.ofReadersAndWriters(threads, writePercent, Duration.ofNanos(micros * 1000L)));
    assertThat(row.lines().get(0).bar().map(Bar::toString)).isEqualTo(Optional.ofNullable(bar));
    assertThat(row.lines().stream().anyMatch(line -> line.metric().equals(WorkRow.WRITE_LONGEST)))
        .isEqualTo(writePercent > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "15a, ONE_SEMAPHORE, 1, 8, 1, 0, ≥ 1.5 × redisson",
    "15b, ONE_SEMAPHORE, 1, 8, 1, 20, ",
    "15c, ONE_SEMAPHORE, 1, 64, 1, 0, ≥ 2 × redisson",
    "15e, ONE_SEMAPHORE, 1, 8, 8, 0, ≥ 1.5 × redisson",
    "15h, ONE_SEMAPHORE, 1, 64, 8, 20, ",
    "16a, ONE_SEMAPHORE, 2, 4, 1, 0, ≥ 1.5 × redisson",
    "16d, ONE_SEMAPHORE, 2, 4, 8, 20, ",
    "17b, ONE_FAIR_SEMAPHORE, 1, 64, 1, 0, ",
    "18b, ONE_FAIR_SEMAPHORE, 2, 4, 8, 0, ",
    "19g, ONE_PERMIT_POOL, 1, 64, 8, 0, ≥ 2 × redisson",
    "20c, ONE_PERMIT_POOL, 2, 4, 8, 0, ≥ 1.5 × redisson",
  })
  void permitRow_ofThisId_doesThisAndAsksThat(
      String id, Work work, int jvms, int threads, int permits, int micros, @Nullable String bar) {
    WorkRow row = (WorkRow) Rows.chosen(List.of(id)).get(0);

    assertThat(row.jvms()).isEqualTo(jvms);
    assertThat(row.load())
        .isEqualTo(Load.ofPermits(work, threads, permits, Duration.ofNanos(micros * 1000L)));
    assertThat(row.lines().get(0).bar().map(Bar::toString)).isEqualTo(Optional.ofNullable(bar));
    assertThat(row.lines())
        .extracting(Line::metric)
        .contains(WorkRow.SCRIPTS, WorkRow.MESSAGES, WorkRow.LONGEST);
  }

  @ParameterizedTest
  @CsvSource({
    "22, OWN_LOCKS, 1, 1, ≥ 2.5 × redisson",
    "23, ONE_LOCK, 1, 4, ≥ 10 × redisson",
    "25, ONE_LOCK, 4, 2, ",
  })
  void quorumRow_ofThisId_doesThisAndAsksThat(
      String id, Work work, int jvms, int threads, @Nullable String bar) {
    QuorumRow row = (QuorumRow) Rows.chosen(List.of(id)).get(0);

    assertThat(row.jvms()).isEqualTo(jvms);
    assertThat(row.load()).isEqualTo(Load.of(work, threads));
    assertThat(row.lines().get(0).metric()).isEqualTo(WorkRow.TURNS);
    assertThat(row.lines().get(0).bar().map(Bar::toString)).isEqualTo(Optional.ofNullable(bar));
    assertThat(row.lines().stream().anyMatch(line -> line.metric().equals(QuorumRow.LOST)))
        .isEqualTo(jvms * threads > 1);
  }

  @ParameterizedTest
  @CsvSource({
    "26a, OWN_LOCKS, 1",
    "26b, OWN_LOCKS, 64",
    "26c, REENTRY, 1",
    "26d, ONE_LOCK, 8",
    "26e, ONE_LOCK, 64"
  })
  void meterRow_ofThisId_asksThatNineTenthsAreLeft(String id, Work work, int threads) {
    WorkRow row = (WorkRow) Rows.chosen(List.of(id)).get(0);

    assertThat(row.subjects()).containsExactly(Subject.HOLDFAST, Subject.METERED);
    assertThat(row.load()).isEqualTo(Load.of(work, threads));
    assertThat(row.lines().get(0).metric()).isEqualTo(WorkRow.TURNS);
    assertThat(row.lines().get(0).bar().map(Bar::toString)).contains("≤ 1.11 × metered");
  }

  @ParameterizedTest
  @CsvSource({"27a, OWN_LOCKS, 1", "27b, REENTRY, 1", "27c, ONE_LOCK, 64"})
  void listenerRow_ofThisId_asksThatNothingIsLost(String id, Work work, int threads) {
    WorkRow row = (WorkRow) Rows.chosen(List.of(id)).get(0);

    assertThat(row.subjects()).containsExactly(Subject.HOLDFAST, Subject.HEARD);
    assertThat(row.load()).isEqualTo(Load.of(work, threads));
    assertThat(row.lines().get(0).metric()).isEqualTo(WorkRow.TURNS);
  }

  @ParameterizedTest
  @CsvSource({"24a, DEAD", "24b, SLOW", "24c, FROZEN"})
  void ailingRow_ofThisId_asksThatAPairTakesNoMuchLonger(String id, Ailment ailment) {
    AilingRow row = (AilingRow) Rows.chosen(List.of(id)).get(0);

    assertThat(row.ailment()).isEqualTo(ailment);
    assertThat(row.lines().get(0).metric()).isEqualTo(AilingRow.RATIO);
    assertThat(row.lines().get(0).bar().map(Bar::toString)).contains("≤ 1.3");
  }
}
