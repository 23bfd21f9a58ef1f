package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostReportTest {

  private static final Map<String, String> SURROUNDINGS =
      Map.of("date", "2026-01-02T03:04:05Z", "commit", "abc");
  private static final Duration LEASE = Duration.ofSeconds(30);

  @Test
  void json_isWhatThePageReads() {
    CostReport report = report(LEASE, point(1_000, Map.of(Cost.CLIENT_CPU, List.of(1.5, 2.5))));

    assertThat(report.json().replaceAll("\\s+", ""))
        .isEqualTo(
            """
            {"kind":"cost","over":"holds","work":"renewed holds of one client",
             "surroundings":{%s},"rounds":2,"seconds":20.0,"warmUpSeconds":10.0,"leaseSeconds":30.0,
             "points":[{"x":1000,"subject":"HOLDFAST","metrics":{"clientCpuPercent":[1.5,2.5]}}],
             "rows":[]}
            """
                .formatted(surroundings())
                .replaceAll("\\s+", ""));
  }

  @Test
  void json_ofWhatIsJudged_hasARowAsTheTableHas() {
    CostReport report = report(LEASE, point(100_000, Map.of(Cost.CLIENT_CPU, List.of(9.0, 11.0))));

    assertThat(report.json().replaceAll("\\s+", ""))
        .endsWith(
            """
            "rows":[{"id":"holds","work":"100,000 renewed holds of one client",
             "bars":[{"metric":"clientCpuPercent","title":"processor time of the client, % of a core",
                      "of":"holdfast","bar":"≤ 10","ratio":10.0,"low":9.0,"high":11.0,"coverage":0.5,"verdict":"HOLDS"}],
             "rounds":[{"holdfast":{"clientCpuPercent":9.0}},{"holdfast":{"clientCpuPercent":11.0}}]}]}
            """
                .replaceAll("\\s+", ""));
  }

  private static String surroundings() {
    return String.join(
        ",",
        SURROUNDINGS.entrySet().stream()
            .map(entry -> "\"%s\":\"%s\"".formatted(entry.getKey(), entry.getValue()))
            .toList());
  }

  @Test
  void name_tellsDateCommitAndWhat() {
    assertThat(report(LEASE).name()).isEqualTo("2026-01-02-0304-abc-cost-holds");
  }

  @ParameterizedTest
  @CsvSource({
    "30, 100000, 10, 0, true",
    "30, 100000, 10.1, 0, false",
    "30, 100000, 5, 1, false",
    "30, 1000, 11, 1, true", // the bar is that of the most
    "29, 100000, 11, 1, true", // renewed more often than the bar means
  })
  void isGood_ofHolds_asksForLittleTimeAndNoLoss(
      long leaseSeconds, int x, double cpu, double lost, boolean isGood) {
    CostPoint point = point(x, Map.of(Cost.CLIENT_CPU, List.of(cpu), Cost.LOST, List.of(lost)));

    assertThat(report(Duration.ofSeconds(leaseSeconds), point).isGood()).isEqualTo(isGood);
  }

  @Test
  void markdown_hasALineForEveryNumberOfEach() {
    CostReport report =
        report(
            LEASE,
            point(1_000, Map.of(Cost.COMMANDS, List.of(3.0))),
            point(100_000, Map.of(Cost.CLIENT_CPU, List.of(12.0))));

    assertThat(report.markdown().lines())
        .contains(
            "| how many | what | redisson | holdfast | bar | holds |",
            "| 1,000 | script calls a second |  | 3 |  |  |",
            "| 100,000 | processor time of the client, % of a core |  | 12 | ≤ 10 | **no** |");
  }

  private static CostPoint point(int x, Map<String, List<Double>> metrics) {
    return new CostPoint(x, Subject.HOLDFAST, metrics);
  }

  private static CostReport report(Duration lease, CostPoint... points) {
    Cost cost =
        new Cost(
            CostOver.HOLDS,
            List.of(1_000, 100_000),
            List.of(Subject.REDISSON, Subject.HOLDFAST),
            lease,
            Duration.ofSeconds(20),
            2,
            List.of());
    return new CostReport(SURROUNDINGS, cost, List.of(points));
  }
}
