package io.holdfast.lock.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Lease;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TermTest {

  private static final Duration DEFAULT = Duration.ofSeconds(30);

  @Test
  void of_renewed_isOfTheDefaultLengthAndMayPassOn() {
    Term term = Term.of(Lease.renewed(), DEFAULT);
    assertThat(term).isEqualTo(new Term(30_000, true, Term.UNCAPPED));
    assertThat(term.mayPassOn()).isTrue();
    assertThat(term.leaseNanos()).isEqualTo(DEFAULT.toNanos());
  }

  @Test
  void of_renewedWithALength_isOfThatLength() {
    Term term = Term.of(Lease.renewed(Duration.ofSeconds(7)), DEFAULT);
    assertThat(term).isEqualTo(new Term(7_000, true, Term.UNCAPPED));
    assertThat(term.mayPassOn()).isTrue();
  }

  @Test
  void of_fixed_isNotRenewedAndMayNotPassOn() {
    Term term = Term.of(Lease.fixed(Duration.ofMillis(1234).plusNanos(999_999)), DEFAULT);
    assertThat(term).isEqualTo(new Term(1_234, false, Term.UNCAPPED));
    assertThat(term.mayPassOn()).isFalse();
  }

  @Test
  void of_capBelowTheLease_cutsTheLease() {
    Term term = Term.of(Lease.renewed().atMost(Duration.ofSeconds(5)), DEFAULT);
    assertThat(term).isEqualTo(new Term(5_000, true, Duration.ofSeconds(5).toNanos()));
    assertThat(term.mayPassOn()).isFalse();
  }

  @Test
  void of_capAboveTheLease_keepsTheLease() {
    Term term = Term.of(Lease.renewed().atMost(Duration.ofHours(1)), DEFAULT);
    assertThat(term).isEqualTo(new Term(30_000, true, Duration.ofHours(1).toNanos()));
    assertThat(term.mayPassOn()).isFalse();
  }

  @Test
  void validityNanos_lease_isLessByTheDriftMargin() {
    assertThat(Term.validityNanos(30_000)).isEqualTo(Duration.ofMillis(30_000 - 300 - 2).toNanos());
    assertThat(Term.validityNanos(100)).isEqualTo(Duration.ofMillis(100 - 1 - 2).toNanos());
    long longest = Lease.MAXIMUM.toMillis();
    assertThat(Term.validityNanos(longest)).isPositive().isLessThan(Lease.MAXIMUM.toNanos());
  }

  @Test
  void uncapped_addedToAClock_doesNotOverflow() {
    assertThat(Long.MAX_VALUE / 2 + Term.UNCAPPED).isPositive();
  }
}
