package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static io.holdfast.lock.torture.check.VerdictAssert.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.register.ResourceReport;
import io.holdfast.lock.torture.register.ResourceReport.Moments;
import io.holdfast.lock.torture.register.ResourceReport.Updates;
import io.holdfast.lock.torture.register.ResourceReport.Writes;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RegisterCheckTest {

  private static final Writes WRITES = new Writes(20, 0, 0, 0);
  private static final Updates UPDATES = new Updates(10, 10, 10);

  private static ResourceReport report(
      long overlaps, long lateOverlaps, Writes writes, Updates fenced, Updates counted) {
    return report(
        overlaps, lateOverlaps, writes, fenced, counted, new Moments(List.of(), List.of()));
  }

  private static ResourceReport report(
      long overlaps,
      long lateOverlaps,
      Writes writes,
      Updates fenced,
      Updates counted,
      Moments moments) {
    return new ResourceReport(
        Tale.LOCK,
        10,
        overlaps,
        lateOverlaps,
        0,
        0,
        writes,
        fenced,
        counted,
        10,
        List.of(),
        moments);
  }

  private static Verdict of(ResourceReport report) {
    return new Tale().resource(report).verdict();
  }

  @Test
  void register_allWell_passes() {
    assertClean(of(report(0, 0, WRITES, UPDATES, UPDATES)));
  }

  @Test
  void register_killedBetweenWriteAndAcknowledgement_passes() {
    Updates more = new Updates(12, 10, 11);
    assertClean(of(report(0, 0, WRITES, more, more)));
  }

  @Test
  void register_staleWritesRefused_passes() {
    assertClean(of(report(0, 1, new Writes(20, 2, 0, 0), new Updates(10, 9, 9), UPDATES)));
  }

  @Test
  void register_overlap_isCaught() {
    assertOnly(of(report(3, 0, WRITES, UPDATES, UPDATES)), Rule.REGISTER, "3 times", "inside");
  }

  @Test
  void register_sameTokenTwice_isCaught() {
    assertOnly(
        of(report(0, 0, new Writes(20, 0, 0, 1), UPDATES, UPDATES)), Rule.REGISTER, "stale writes");
  }

  @Test
  void register_validOwnerRefused_isCaught() {
    assertOnly(
        of(report(0, 0, new Writes(20, 2, 2, 0), UPDATES, UPDATES)), Rule.REGISTER, "too low");
  }

  @Test
  void register_fencedUpdateLost_isCaughtWhateverTheOverlaps() {
    Verdict verdict = of(report(0, 5, WRITES, new Updates(10, 10, 9), UPDATES));
    assertOnly(verdict, Rule.REGISTER, "the value that tokens protect is 9 after 10");
  }

  @Test
  void register_unprotectedUpdateLost_isCaught() {
    assertOnly(
        of(report(0, 0, WRITES, UPDATES, new Updates(10, 10, 9))),
        Rule.REGISTER,
        "unprotected counter is 9 after 10");
  }

  @Test
  void register_unprotectedUpdateLostAfterALease_isAWarning() {
    Verdict verdict = of(report(0, 1, WRITES, UPDATES, new Updates(10, 10, 9)));
    assertThat(verdict.isPassed()).isTrue();
    assertThat(verdict.warnings()).hasSize(1);
  }

  /** A fault that loses locks, from 5 to 6 s; leases of 1 s. */
  private static Verdict besideAFault(ResourceReport report) {
    Tale tale = new Tale().fault(5000, 6000).resource(report);
    return tale.bounds(tale.bounds().losing(Set.of(Tale.LOCK))).verdict();
  }

  private static ResourceReport overlapsAt(long... millis) {
    return report(1, 0, WRITES, UPDATES, UPDATES, new Moments(nanos(millis), List.of()));
  }

  private static ResourceReport refusalsAt(long... millis) {
    Writes refused = new Writes(20, 2, 2, 0);
    return report(0, 0, refused, UPDATES, UPDATES, new Moments(List.of(), nanos(millis)));
  }

  private static List<Long> nanos(long... millis) {
    return LongStream.of(millis).map(Tale::nanos).boxed().toList();
  }

  @Test
  void register_whileAFaultLosesLocks_isAWarning() {
    for (ResourceReport report : List.of(overlapsAt(4900, 6990), refusalsAt(5500))) {
      Verdict verdict = besideAFault(report);
      assertThat(verdict.isPassed()).as(verdict.report()).isTrue();
      assertThat(verdict.warnings()).hasSize(1);
    }
  }

  @Test
  void register_whenNoFaultLosesLocks_isCaught() {
    assertOnly(besideAFault(overlapsAt(5500, 7010)), Rule.REGISTER, "no fault excuses it");
    assertOnly(besideAFault(refusalsAt(4700)), Rule.REGISTER, "too low", "no fault excuses it");
  }

  @Test
  void register_unprotectedUpdateLostWithoutAnOverlap_isCaughtBesideAFault() {
    Updates lost = new Updates(10, 10, 9);
    assertOnly(besideAFault(report(0, 0, WRITES, UPDATES, lost)), Rule.REGISTER, "counter is 9");
  }
}
