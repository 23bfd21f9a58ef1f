package io.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked of the server, and what is refused. */
class JobTermsTest {

  private static JobTerms terms(String atMost, String atLeast, boolean keepAlive) {
    return JobTerms.of(
        new LockConfiguration(
            Instant.now(), "job", Duration.parse(atMost), Duration.parse(atLeast)),
        keepAlive);
  }

  @Test
  void of_withKeepAlive_renewsALeaseOfAtMost() {
    JobTerms terms = terms("PT5S", "PT1S", true);

    assertThat(terms.lease()).isEqualTo(Lease.renewed(Duration.ofSeconds(5)));
    assertThat(terms.length()).isEqualTo(Duration.ofSeconds(5));
    assertThat(terms.atLeast()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void of_withoutKeepAlive_fixesALeaseOfAtMost() {
    assertThat(terms("PT5S", "PT0S", false).lease()).isEqualTo(Lease.fixed(Duration.ofSeconds(5)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void of_shorterThanAServerKeeps_isRefusedWithTheBound(boolean keepAlive) {
    assertThatThrownBy(() -> terms("PT0.099S", "PT0S", keepAlive))
        .isInstanceOf(LockException.class)
        .hasMessageContaining("lockAtMostFor PT0.099S")
        .hasMessageContaining("100 ms");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0, PT0S",
    "-PT1S, 0, PT0S",
    "PT10S, 0, PT10S",
    "PT10S, 2500000000, PT7.5S",
    "PT10S, 2500000001, PT7.5S", // rounded up: it is a least time
    "PT10S, 9999999999, PT0.1S", // the shortest that a server keeps
    "PT10S, 10000000000, PT0S",
    "PT10S, 999999999999, PT0S",
    "PT24H, 0, PT24H",
  })
  void restOfAtLeast_isTheShortestThatIsNotShorter(String atLeast, long elapsed, String rest) {
    assertThat(terms("PT24H", atLeast, true).restOfAtLeast(elapsed))
        .isEqualTo(Duration.parse(rest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a:b"})
  void environment_thatCouldMixNames_isRefused(String environment) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HoldfastLockProvider(LocalLocks.create(), environment))
        .withMessageContaining("environment '" + environment + "'");
  }
}
