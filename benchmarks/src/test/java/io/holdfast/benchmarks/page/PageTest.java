package io.holdfast.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTest {

  @Test
  void page_ofATable_saysHowManyBarsHoldAndWhichDoNot() throws IOException {
    assertThat(Page.of(Samples.all()).markdown())
        .contains(
            "5 of 6 bars hold. Not reached: row 6, one lock, 2 JVMs × 1 thread, turns/s: 1.5 where"
                + " ≥ 2.5 × redisson is asked.")
        .contains(
            "| 4a | one lock, 1 JVM × 8 threads | turns/s | 4,000 |  | 1,000,000 | 250 [200, 300] |"
                + " ≥ 50 × redisson | yes | [2026-03-02](2026-03-02-0123456789.md) |")
        .contains("| 1.5 [1.1, 1.7] | ≥ 2.5 × redisson | **no** |")
        .contains("| 2 | ≤ 2 | yes |");
  }

  @Test
  void page_ofASweep_saysWhatIsSeenInNumbers() throws IOException {
    assertThat(Page.of(Samples.all()).markdown())
        .contains("srcset=\"plots/sweep-threads-turns-per-second-dark.svg\"")
        .contains(
            "Turns/s at 8 threads: Holdfast 1,000,000 (800,000 to 1,200,000); Redisson 2,000"
                + " (1,800 to 2,200);")
        .contains(
            "Holdfast's is 500 times Redisson; 0.1 times java.util.concurrent; 2,500 times etcd"
                + " lock.")
        .contains(
            "From 1 to 8 threads it changes by a factor of: Holdfast 200; Redisson 0.5;"
                + " java.util.concurrent 0.5; etcd lock 0.8.")
        .contains(
            "alt=\"Turns/s at 8 threads: Holdfast 1,000,000; Redisson 2,000; java.util.concurrent"
                + " 10,000,000; etcd lock 400.\"")
        .contains("Left out: java.util.concurrent at 64 threads (no time).");
  }

  @Test
  void words_ofANumberThatIsZero_sayThatItIsNotDrawn() {
    Metric scripts = new Metric("scriptsPerTurn", "script calls by turn");
    List<Series.Point> points = List.of(point(1, 0), point(2, 0.5));
    Series series = new Series("sweep", "jvms", "one lock", 1, 1, points, List.of());

    assertThat(new Words(Samples.chapter("sweep", "jvms"), series).of(scripts))
        .isEqualTo(
            "Script calls by turn at 2 JVMs: Holdfast 0.5. Not drawn, as it is 0: Holdfast at 1.");
  }

  private static Series.Point point(double x, double scripts) {
    return new Series.Point(x, "HOLDFAST", Map.of("scriptsPerTurn", List.of(scripts)));
  }

  @Test
  void page_ofWaits_saysTheMiddleAndTheTail() throws IOException {
    assertThat(Page.of(Samples.all()).markdown())
        .contains(
            "500 turns/s meant to begin: 50 % of the waits are at most, in ms: Holdfast 0.1;"
                + " Redisson 1. 500 turns/s meant to begin: 99.9 % of the waits are at most, in ms:"
                + " Holdfast 3; Redisson 30.");
  }

  @Test
  void page_ofACost_saysWhatWasLost() throws IOException {
    assertThat(Page.of(Samples.all()).markdown())
        .contains("Script calls a second at 100 holds: Holdfast 10; Redisson 30.")
        .contains("Lost in all rounds together: Holdfast 2; Redisson 2.")
        .contains(
            "| holds | 100 idle holds of one client | processor time of the client, % of a core |"
                + " 150 |  | 50 | 50 | ≤ 60 | yes |")
        .contains(
            "| holds | 100 idle holds of one client | lost holds | 0 |  | 0 | 0 | ≤ 0 | yes |");
  }

  @Test
  void page_withoutSomeInputs_saysWhichAndHowTheyAreMade() throws IOException {
    String text = Page.of(Samples.all()).markdown();
    String missing = text.substring(text.indexOf("## Not measured yet"));

    assertThat(missing)
        .contains("- One lock, handed over between JVMs: `java -jar benchmarks/target/")
        .contains("sweep --over jvms`")
        .contains("cost --of clients`");
    assertThat(missing.substring(0, missing.indexOf("\n## ")))
        .doesNotContain("--over threads")
        .doesNotContain("table");
  }

  @Test
  void page_ofNothing_saysThatAllIsMissing() {
    Page page = Page.of(Results.newest(List.of()));

    assertThat(page.pictures()).isEmpty();
    assertThat(page.markdown()).contains("- the table: `").contains("sweep --over threads`");
    assertThat(page.markdown()).doesNotContain("bars hold");
  }

  @Test
  void page_ofSeveralFiles_saysWhereEachIsFrom() throws IOException {
    assertThat(Page.of(Samples.all()).markdown())
        .contains(
            "| [2026-03-01-aaaaaaaaaa.json](2026-03-01-aaaaaaaaaa.json) | 2026-03-01T10:00:00Z |"
                + " aaaaaaaaaa | 2 cores, a test, Linux | unknown | a JDK 17 | redis 7.0.15 |")
        .contains("The same for all: Redisson 4.7.0; transport epoll, for all.");
  }
}
