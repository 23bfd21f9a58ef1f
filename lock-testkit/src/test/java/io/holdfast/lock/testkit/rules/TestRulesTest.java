package io.holdfast.lock.testkit.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.SourcePositions;
import io.holdfast.lock.testkit.rules.Sources.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What tests must not do, lest they fail on a machine that is busy, or pass since it is fast:
 *
 * <ul>
 *   <li>sleep, instead of waiting for what they need;
 *   <li>have leases and claim leases below 2 s, that a stall outlasts, where there is a server;
 *   <li>give what must come less than 10 s;
 *   <li>bound the time that something took by less than a minute from above: what would be wrong is
 *       put minutes away.
 * </ul>
 *
 * What can be judged by real time only is tagged {@code timing}, and exempt. The tests of all
 * modules are read, and the contracts, as they are written; {@code docs/testing.md} says what to do
 * instead.
 */
class TestRulesTest {

  @Test
  void tests_everyOne_decidesByCause() throws IOException {
    List<Text> files = Sources.tests();
    assertThat(files).as("files of tests").hasSizeGreaterThan(100);

    assertThat(breaches(files)).isEmpty();
  }

  @Test
  void rules_broken_areSeen() throws IOException {
    String text =
        """
        class Sample extends Above {
          static final Duration LEASE = Duration.ofMillis(900);
          void sleeps() { Thread.sleep(10); TimeUnit.SECONDS.sleep(1); }
          void leases() { client.lease(LEASE); hold.extend(500, TimeUnit.MILLISECONDS); }
          void limits() { within(SHORT.plus(Duration.ofSeconds(1))).isTrue(); }
          void bounds() {
            long took = System.nanoTime() - start;
            assertThat(Duration.ofNanos(took)).isLessThan(SHORT);
          }
          Duration since(long start) { return Duration.ofNanos(System.nanoTime() - start); }
          void boundsByAHelper() { assertThat(since(start)).isLessThan(SHORT); }
          void boundsTheLongest() {
            AtomicLong longest = new AtomicLong();
            longest.accumulateAndGet(System.nanoTime() - start, Math::max);
            assertThat(longest.get()).isLessThan(5_000_000);
          }
          void leaseOfAHelper() { client(500, Duration.ofSeconds(1)); }
          Client client(int port, Duration lease) { return Client.with(lease); }
          void scalesApart() {
            assertThat(System.nanoTime() - start).isLessThan(Duration.ofMinutes(1).toNanos());
          }
          @Tag("timing") void exempt() { Thread.sleep(1); client.lease(LEASE); }
          void good() {
            client.lease(Duration.ofSeconds(2));
            within(Duration.ofMinutes(1)).isTrue();
            assertThat(took.size()).isLessThan(5);
          }
        }
        """;
    String above = "class Above { static final Duration SHORT = Duration.ofSeconds(2); }";

    assertThat(breaches(List.of(new Text("Sample.java", text), new Text("Above.java", above))))
        .extracting(Breach::line, Breach::rule)
        .containsExactly(
            tuple(2L, "a lease of 900 ms"),
            tuple(3L, "a sleep"),
            tuple(3L, "a sleep"),
            tuple(4L, "a lease of 900 ms"),
            tuple(4L, "a lease of 500 ms"),
            tuple(5L, "a limit of 3000 ms"),
            tuple(8L, "an upper bound on elapsed time of less than a minute"),
            tuple(11L, "an upper bound on elapsed time of less than a minute"),
            tuple(15L, "an upper bound on elapsed time of less than a minute"),
            tuple(17L, "a lease of 1000 ms"));
  }

  private static List<Breach> breaches(List<Text> files) throws IOException {
    List<CompilationUnitTree> units = Sources.parse(files);
    Constants constants = new Constants();
    units.forEach(constants::read);
    SourcePositions positions = Sources.positions();
    List<Breach> breaches = new ArrayList<>();
    for (CompilationUnitTree unit : units) {
      String name = unit.getSourceFile().getName().substring(1);
      breaches.addAll(new Reader(unit, name, positions, constants).breaches());
    }
    return breaches;
  }
}
