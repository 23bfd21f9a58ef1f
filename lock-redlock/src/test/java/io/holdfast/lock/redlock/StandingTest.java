package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingTest {

  private static final long NOW = 1_000_000;
  private static final String MASTER = "role:master\r\nmaster_replid:12\r\n";

  /** From 10.9 to 11.1 the server's uptime is 11 - 10 seconds. */
  @ParameterizedTest
  @CsvSource({"-3600, 0", "0, 0", "1, 0", "2, 1", "60, 59"})
  void read_uptime_isTakenForAsLittleAsItMayBe(long uptime, long age) {
    Standing standing = read("ab", uptime, NOW);
    assertThat(standing.problem()).isEmpty();
    assertThat(standing.identity()).isEqualTo("ab12");
    assertThat(age(standing, NOW)).isEqualTo(Duration.ofSeconds(age));
  }

  @Test
  void read_time_isSetAgainstTheLocalClock() {
    Standing standing = read("ab", 5, TimeUnit.SECONDS.toNanos(3));
    assertThat(standing.microsAhead()).hasValue(4_000_000_007L);
  }

  @Test
  void read_noUptime_isAProblem() {
    Standing standing = Standing.read(3, List.of("run_id:ab\r\n", MASTER, 1L, 0L), NOW);
    assertThat(standing.problem()).isPresent();
  }

  /** The wall clock of its machine was set forward by an hour meanwhile. */
  @Test
  void after_sameProcess_keepsItsFirstWord() {
    long later = NOW + TimeUnit.SECONDS.toNanos(10);
    Standing standing = read("ab", 3610, later).after(read("ab", 5, NOW));
    assertThat(age(standing, later)).isEqualTo(Duration.ofSeconds(14));
  }

  @Test
  void after_anotherProcess_isNoOlderThanThatIsKnown() {
    long later = NOW + TimeUnit.SECONDS.toNanos(10);
    Standing standing = read("cd", 3610, later).after(read("ab", 5, NOW));
    assertThat(age(standing, later)).isEqualTo(Duration.ZERO);
  }

  @Test
  void read_replica_isAProblem() {
    String info = "run_id:ab\r\nuptime_in_seconds:100\r\n";
    Standing standing = Standing.read(3, List.of(info, "role:slave\r\n", 1L, 0L), NOW);
    assertThat(standing.problem()).hasValueSatisfying(why -> assertThat(why).contains("slave"));
  }

  @Test
  void read_noRunId_isAProblem() {
    Standing standing = Standing.read(3, List.of("uptime_in_seconds:100\r\n", MASTER, 1L, 0L), NOW);
    assertThat(standing.problem()).isPresent();
  }

  /** It was a replica of another for a moment, and has lost what it knew. */
  @Test
  void after_anotherHistoryOfTheSameProcess_isNoOlderThanThatIsKnown() {
    String info = "run_id:ab\r\nuptime_in_seconds:100\r\n";
    Standing before = Standing.read(3, List.of(info, MASTER, 1L, 0L), NOW);
    Standing standing =
        Standing.read(3, List.of(info, "role:master\r\nmaster_replid:34\r\n", 1L, 0L), NOW)
            .after(before);
    assertThat(age(standing, NOW)).isEqualTo(Duration.ZERO);
  }

  @Test
  void after_anotherProcessBehindAWordThatCouldNotBeRead_isNoOlderThanThatIsKnown() {
    Standing refused = Standing.unknown(2, NOW, "NOPERM").after(read("ab", 100, NOW));
    assertThat(refused.problem()).isPresent();
    assertThat(age(read("cd", 100, NOW).after(refused), NOW)).isEqualTo(Duration.ZERO);
    assertThat(age(read("ab", 200, NOW).after(refused), NOW)).isEqualTo(Duration.ofSeconds(99));
  }

  @Test
  void after_wordThatCouldNotBeRead_countsAsTheFirst() {
    Standing standing = read("ab", 61, NOW).after(Standing.unknown(2, NOW, "NOPERM"));
    assertThat(age(standing, NOW)).isEqualTo(Duration.ofSeconds(60));
  }

  private static Standing read(String runId, long uptime, long readNanos) {
    String info = "# Server\r\nrun_id:%s\r\nuptime_in_seconds:%d\r\n".formatted(runId, uptime);
    return Standing.read(3, List.of(info, MASTER, 4003L, 7L), readNanos);
  }

  private static Duration age(Standing standing, long nanos) {
    return Duration.ofNanos(nanos - standing.bornNanos());
  }
}
