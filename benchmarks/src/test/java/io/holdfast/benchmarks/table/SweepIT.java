package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Every sweep runs, for a moment; how fast says nothing. */
@ExtendWith(RedisServerExtension.class)
class SweepIT {

  private static final List<String> METRICS =
      List.of(
          "turnsPerSecond",
          "waitP50Millis",
          "waitP90Millis",
          "waitP99Millis",
          "waitP999Millis",
          "waitP9999Millis",
          "waitLongestMillis",
          "jain",
          "leastShare",
          "scriptsPerTurn",
          "messagesPerTurn",
          "cpuMicrosPerTurn");

  @TempDir private Path results;

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "threads 1,3 JUC 1:JUC,3:JUC",
        "jvms 1,2 HOLDFAST,JUC 1:JUC,1:HOLDFAST,2:HOLDFAST",
        "names 1,1000000 JUC 1:JUC,1000000:JUC",
        "section 0,2ms JUC 0:JUC,2000:JUC",
        "latency 200,500 JUC 200:JUC,500:JUC",
      })
  void sweep_forAMoment_writesAPointForEveryValue(
      String over, String values, String subjects, String points) throws IOException {
    int status =
        new CommandLine(new SweepCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(
                "--over",
                over,
                "--values",
                values,
                "--subjects",
                subjects,
                "--rounds=2",
                "--seconds=0.1",
                "--warm-up=0.1",
                "--jvm-option=-XX:TieredStopAtLevel=1",
                "--results=" + results);

    assertThat(status).isZero();
    String json = written("-sweep-" + over + ".json").replaceAll("\\s+", "");
    assertThat(json).contains("\"kind\":\"sweep\",\"over\":\"" + over + "\"");
    for (String point : points.split(",")) {
      String[] parts = point.split(":");
      String metrics = metrics(json, parts[0], parts[1]);
      for (String metric : METRICS) {
        assertThat(metrics).containsPattern("\"" + metric + "\":\\[[\\d.E-]+,[\\d.E-]+\\]");
      }
    }
    // A machine that does other things may have no time for one sample, but not for none.
    assertThat(json).containsPattern("\"turnsPerSecond\":\\[(?!0\\.0,0\\.0\\])");
    assertThat(json).containsPattern("\"waitLongestMillis\":\\[(?!0\\.0,0\\.0\\])");
    assertThat(written("-sweep-" + over + ".md")).contains("## Turns a second");
    assertThat(json.contains("must be 1: its locks are known in one JVM only".replace(" ", "")))
        .isEqualTo(over.equals("jvms"));
  }

  @Test
  void sweep_withJvmsThatDoNotStart_leavesTheirPointsOutAndGoesOn() throws IOException {
    int status =
        new CommandLine(new SweepCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(
                "--over=threads",
                "--values=1,2",
                "--subjects=JUC",
                "--jvm-option=-XX:NoSuchOption",
                "--results=" + results);

    assertThat(status).isEqualTo(1);
    assertThat(written("-sweep-threads.md"))
        .contains("- JUC at 1 is left out: ", "- JUC at 2 is left out: ");
    assertThat(written("-sweep-threads.json").replaceAll("\\s+", ""))
        .contains("\"leftOut\":[{\"x\":1,\"subject\":\"JUC\",\"why\":\"");
  }

  private static String metrics(String json, String x, String subject) {
    Matcher point =
        Pattern.compile(
                "\\{\"x\":%s,\"subject\":\"%s\",\"metrics\":\\{([^}]*)\\}".formatted(x, subject))
            .matcher(json);
    assertThat(point.find()).as("%s at %s", subject, x).isTrue();
    return point.group(1);
  }

  private String written(String ending) throws IOException {
    try (Stream<Path> files = Files.list(results)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(ending)).toList();
      assertThat(found).hasSize(1);
      return Files.readString(found.get(0));
    }
  }
}
