package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReassertionTest {

  private static final long SENT = Long.MAX_VALUE - 1; // it overflows soon
  private static final long CLAIM_MILLIS = 5000;

  /** When the answer was handled so much after the sending. */
  private static long dueMillisAfterSending(long handledMillis, long holderMillisLeft) {
    long now = SENT + TimeUnit.MILLISECONDS.toNanos(handledMillis);
    long due = Reassertion.dueNanos(now, SENT, CLAIM_MILLIS, holderMillisLeft);
    return TimeUnit.NANOSECONDS.toMillis(due - SENT);
  }

  @Test
  void dueNanos_holderLastsLong_isAboutAThirdOfTheClaimAfterTheSending() {
    for (int i = 0; i < 100; i++) {
      assertThat(dueMillisAfterSending(1000, CLAIM_MILLIS)).isBetween(1499L, 1834L);
      assertThat(dueMillisAfterSending(1000, -1)).isBetween(1499L, 1834L);
    }
  }

  @Test
  void dueNanos_holderEndsSoon_isJustAfterThat() {
    assertThat(dueMillisAfterSending(1, 700)).isEqualTo(701);
    assertThat(dueMillisAfterSending(600, 700)).isEqualTo(701);
    assertThat(dueMillisAfterSending(0, 0)).isEqualTo(1);
  }

  @Test
  void dueNanos_thatIsOver_isAShortPauseAfterTheAnswer() {
    assertThat(dueMillisAfterSending(9000, CLAIM_MILLIS)).isEqualTo(9050);
    assertThat(dueMillisAfterSending(9000, 700)).isEqualTo(9050);
    assertThat(dueMillisAfterSending(60, 49)).as("a pause of the server's").isEqualTo(110);
    assertThat(dueMillisAfterSending(9000, 2)).isEqualTo(9003);
  }
}
