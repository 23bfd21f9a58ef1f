package io.holdfast.lock.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Lease;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseTermsTest {

  private static final Duration DEFAULT = Duration.ofSeconds(30);

  @Test
  void of_renewed_isOfTheDefaultLengthAndMayPassOn() {
    LeaseTerms terms = LeaseTerms.of(Lease.renewed(), DEFAULT);
    assertThat(terms).isEqualTo(new LeaseTerms(30_000, true, LeaseTerms.UNCAPPED));
    assertThat(terms.mayPassOn()).isTrue();
    assertThat(terms.leaseNanos()).isEqualTo(DEFAULT.toNanos());
  }

  @Test
  void of_renewedWithALength_isOfThatLength() {
    LeaseTerms terms = LeaseTerms.of(Lease.renewed(Duration.ofSeconds(7)), DEFAULT);
    assertThat(terms).isEqualTo(new LeaseTerms(7_000, true, LeaseTerms.UNCAPPED));
    assertThat(terms.mayPassOn()).isTrue();
  }

  @Test
  void of_fixed_isNotRenewedAndMayNotPassOn() {
    LeaseTerms terms =
        LeaseTerms.of(Lease.fixed(Duration.ofMillis(1234).plusNanos(999_999)), DEFAULT);
    assertThat(terms).isEqualTo(new LeaseTerms(1_234, false, LeaseTerms.UNCAPPED));
    assertThat(terms.mayPassOn()).isFalse();
  }

  @Test
  void of_capBelowTheLease_cutsTheLease() {
    LeaseTerms terms = LeaseTerms.of(Lease.renewed().atMost(Duration.ofSeconds(5)), DEFAULT);
    assertThat(terms).isEqualTo(new LeaseTerms(5_000, true, Duration.ofSeconds(5).toNanos()));
    assertThat(terms.mayPassOn()).isFalse();
  }

  @Test
  void of_capAboveTheLease_keepsTheLease() {
    LeaseTerms terms = LeaseTerms.of(Lease.renewed().atMost(Duration.ofHours(1)), DEFAULT);
    assertThat(terms).isEqualTo(new LeaseTerms(30_000, true, Duration.ofHours(1).toNanos()));
    assertThat(terms.mayPassOn()).isFalse();
  }

  @Test
  void validityNanos_lease_isLessByTheDriftMargin() {
    assertThat(LeaseTerms.validityNanos(30_000))
        .isEqualTo(Duration.ofMillis(30_000 - 300 - 2).toNanos());
    assertThat(LeaseTerms.validityNanos(100)).isEqualTo(Duration.ofMillis(100 - 1 - 2).toNanos());
    long longest = Lease.MAXIMUM.toMillis();
    assertThat(LeaseTerms.validityNanos(longest)).isPositive().isLessThan(Lease.MAXIMUM.toNanos());
  }

  @Test
  void uncapped_addedToAClock_doesNotOverflow() {
    assertThat(Long.MAX_VALUE / 2 + LeaseTerms.UNCAPPED).isPositive();
  }
}
