package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReassertionTest {

  private static final long SENT = Long.MAX_VALUE - 1; // it overflows soon
  private static final long CLAIM_MILLIS = 5000;

  private static long dueMillisAfterSending(long holderMillisLeft) {
    long due = Reassertion.dueNanos(SENT, CLAIM_MILLIS, holderMillisLeft);
    return TimeUnit.NANOSECONDS.toMillis(due - SENT);
  }

  @Test
  void dueNanos_holderLastsLong_isAboutAThirdOfTheClaimAfterTheSending() {
    for (int i = 0; i < 100; i++) {
      assertThat(dueMillisAfterSending(CLAIM_MILLIS)).isBetween(1499L, 1834L);
      assertThat(dueMillisAfterSending(-1)).isBetween(1499L, 1834L);
    }
  }

  @Test
  void dueNanos_holderEndsSoon_isJustAfterThat() {
    assertThat(dueMillisAfterSending(700)).isEqualTo(701);
    assertThat(dueMillisAfterSending(0)).isEqualTo(1);
  }
}
