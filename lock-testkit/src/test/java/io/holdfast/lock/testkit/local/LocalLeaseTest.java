package io.holdfast.lock.testkit.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Lease;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times are milliseconds since the lease began. */
class LocalLeaseTest {

  private static final Duration USUAL = Duration.ofMillis(900);
  private static final long START_NANOS = -50_000_000;

  private static Lease lease(String text) {
    return switch (text) {
      case "fixed" -> Lease.fixed(Duration.ofMillis(600));
      case "renewed" -> Lease.renewed();
      default -> Lease.renewed().atMost(Duration.ofMillis(1500));
    };
  }

  private static LocalLease begun(String text) {
    return new LocalLease(lease(text), USUAL, START_NANOS);
  }

  private static long at(long millis) {
    return START_NANOS + nanos(millis);
  }

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fixed   |    0 | 600 | false | false |  600
          fixed   |  599 |   1 | false | false |  600
          fixed   |  600 |   0 | true  | false |  600
          renewed |    0 | 900 | false | false |  300
          renewed |  299 | 601 | false | false |  300
          renewed |  300 | 600 | false | true  |  300
          renewed | 9999 |   0 | false | true  |  300
          capped  |  300 | 600 | false | true  |  300
          capped  | 1499 |   0 | false | true  |  300
          capped  | 1500 |   0 | true  | true  |  300
          """)
  void begun(String kind, long now, long left, boolean isOver, boolean isRenewalDue, long due) {
    LocalLease lease = begun(kind);
    assertThat(lease.leftNanos(at(now))).isEqualTo(nanos(left));
    assertThat(lease.isOver(at(now))).isEqualTo(isOver);
    assertThat(lease.isRenewalDue(at(now))).isEqualTo(isRenewalDue);
    assertThat(lease.due()).isEqualTo(OptionalLong.of(at(due)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          renewed |  300 |  900 |  600
          capped  |  300 |  900 |  600
          capped  |  700 |  800 | 1000
          capped  | 1300 |  200 | 1500
          """)
  void renew_fromThen_lastsForItsLengthOrToItsCap(String kind, long now, long left, long due) {
    LocalLease lease = begun(kind);
    lease.renew(at(now));
    assertThat(lease.leftNanos(at(now))).isEqualTo(nanos(left));
    assertThat(lease.due()).isEqualTo(OptionalLong.of(at(due)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fixed  |  100 |  900 | true  | 900
          fixed  |  100 |  200 | true  | 500
          capped |  100 | 1400 | true  | 1400
          capped |  100 | 1401 | false | 800
          """)
  void extend(String kind, long now, long more, boolean works, long left) {
    LocalLease lease = begun(kind);
    assertThat(lease.extend(nanos(more), at(now))).isEqualTo(works);
    assertThat(lease.leftNanos(at(now))).isEqualTo(nanos(left));
  }

  @Test
  void renew_afterALongerExtension_keepsThat() {
    LocalLease lease = begun("renewed");
    assertThat(lease.extend(nanos(5000), at(0))).isTrue();
    lease.renew(at(300));
    assertThat(lease.leftNanos(at(300))).isEqualTo(nanos(4700));
  }

  @Test
  void inNanos_fractionsOfAMillisecond_areCutOff() {
    assertThat(LocalLease.inNanos(Duration.ofNanos(1_999_999))).isEqualTo(1_000_000);
  }
}
