package io.holdfast.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultReaderTest {

  @TempDir private Path directory;

  @Test
  void read_withoutKind_isATable() throws IOException {
    ResultFile.Table table = (ResultFile.Table) ResultReader.read(Samples.file(Samples.TABLE));

    assertThat(table.origin().get("commit")).isEqualTo("0123456789");
    assertThat(table.origin().day()).isEqualTo("2026-03-02");
    assertThat(table.rows()).extracting(TableRow::id).containsExactly("4a", "6", "8a");
    TableRow.Line turns = table.rows().get(0).lines().get(0);
    assertThat(turns.medians()).containsEntry("REDISSON", 4000.0).containsEntry("HOLDFAST", 1e6);
    assertThat(turns.judged())
        .contains(new Judged("HOLDFAST", "≥ 50 × redisson", 250, 200, 300, "HOLDS"));
  }

  @Test
  void read_lineThatIsNotJudgedAndHasNoNumberOfSomebody_hasNeither() throws IOException {
    ResultFile.Table table = (ResultFile.Table) ResultReader.read(Samples.file(Samples.TABLE));

    TableRow.Line cpu = table.rows().get(0).lines().get(1);
    assertThat(cpu.judged()).isEmpty();
    assertThat(cpu.medians()).containsOnlyKeys("HOLDFAST");
  }

  @Test
  void read_sweep_hasEveryRoundOfEveryPoint() throws IOException {
    Series series = Samples.numbers(Samples.SWEEP).series();

    assertThat(series.over()).isEqualTo("threads");
    assertThat(series.rounds()).isEqualTo(3);
    assertThat(series.xs()).containsExactly(1.0, 8.0);
    assertThat(series.subjects()).containsExactly("HOLDFAST", "REDISSON", "JUC", "ETCD_LOCK");
    assertThat(series.at(8, "HOLDFAST", "turnsPerSecond"))
        .contains(new Spread(1_000_000, 800_000, 1_200_000));
    assertThat(series.leftOut()).containsExactly(new Series.LeftOut(64, "JUC", "no time"));
  }

  @Test
  void read_numberThatIsNull_isNoRound() throws IOException {
    Path file =
        write(
            """
            {"kind": "cost", "over": "holds", "surroundings": {}, "points": [
              {"x": 1, "subject": "JUC", "metrics": {"lost": [null, 3], "threads": 7, "heapBytesEach": [null]}}]}
            """);

    Series series = ((ResultFile.Numbers) ResultReader.read(file)).series();

    assertThat(series.at(1, "JUC", "lost")).contains(new Spread(3, 3, 3));
    assertThat(series.at(1, "JUC", "threads")).contains(new Spread(7, 7, 7));
    assertThat(series.at(1, "JUC", "heapBytesEach")).isEmpty();
  }

  @Test
  void read_ratioWithoutAnUpperEnd_isDrawnUpToTheOutermost() throws IOException {
    Path file =
        write(
            """
            {"date": "2026-01-01T00:00:00Z", "rows": [{"id": "1", "work": "a", "rounds": [], "bars": [
              {"metric": "turnsPerSecond", "bar": "≥ 2 × redisson", "ratio": 4.0, "low": 0.0, "high": null,
               "verdict": "HOLDS"},
              {"metric": "commands", "bar": "≤ 8", "ratio": 1.0, "low": 1.0, "high": 1.0, "verdict": "HOLDS"}]}]}
            """);

    TableRow row = ((ResultFile.Table) ResultReader.read(file)).rows().get(0);
    List<BarsPlot.Line> lines =
        row.lines().stream()
            .map(line -> line.judged().orElseThrow())
            .map(judged -> new BarsPlot.Line("", judged.margin(), BarsPlot.Outcome.of(judged)))
            .toList();

    assertThat(lines.get(0).margin()).isEqualTo(new Spread(2, 0, Double.POSITIVE_INFINITY));
    assertThat(new BarsPlot("", "", lines).lines())
        .extracting(BarsPlot.Line::margin)
        .containsExactly(new Spread(2, 2, 8), new Spread(8, 8, 8));
  }

  @Test
  void read_barForOtherSettings_showsTheirMedian() throws IOException {
    Path file =
        write(
            """
            {"date": "2026-01-01T00:00:00Z", "rows": [{"id": "1", "work": "a",
             "rounds": [{"holdfast": {"commands": 3}, "lingering": {"commands": 2}}],
             "bars": [{"metric": "commands", "of": "lingering", "bar": "≤ 4", "ratio": 2.0, "low": 2.0,
                       "high": 2.0, "verdict": "HOLDS"}]}]}
            """);

    assertThat(new Bars(((ResultFile.Table) ResultReader.read(file)).rows()).table())
        .contains("|  |  | 2 | 2 | ≤ 4 | yes |");
  }

  @Test
  void read_missingField_saysWhichAndWhere() throws IOException {
    Path file = write("{\"kind\": \"sweep\", \"over\": \"threads\"}");

    assertThatIOException()
        .isThrownBy(() -> ResultReader.read(file))
        .withMessage("result.json: field 'points': missing");
  }

  @Test
  void read_anotherKind_isNotOurs() throws IOException {
    Path file = write("{\"kind\": \"soak\", \"date\": \"2026-01-01T00:00:00Z\"}");

    assertThat(ResultReader.read(file)).isInstanceOf(ResultFile.Other.class);
    assertThat(Results.read(List.of(file)).origins()).isEmpty();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("result.json"), text);
  }
}
