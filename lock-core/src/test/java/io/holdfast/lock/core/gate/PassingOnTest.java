package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PassingOnTest {

  private static final long SLICE = 5_000_000;
  private static final long NOW = -1_000; // as a clock may read

  private final PassingOn passingOn = new PassingOn(SLICE);

  @Test
  void isOverdue_waitingForNoLongerThanASlice_mayBeOvertaken() {
    assertThat(passingOn.isOverdue(NOW, NOW)).isFalse();
    assertThat(passingOn.isOverdue(NOW, NOW + SLICE)).isFalse();
  }

  @Test
  void isOverdue_waitingForLongerThanASlice_isNotOvertaken() {
    assertThat(passingOn.isOverdue(NOW, NOW + SLICE + 1)).isTrue();
  }

  @Test
  void isOverdue_sliceOfNothing_isOvertakenOnlyInTheSameMoment() {
    PassingOn strict = new PassingOn(0);
    assertThat(strict.isOverdue(NOW, NOW)).isFalse();
    assertThat(strict.isOverdue(NOW, NOW + 1)).isTrue();
  }
}
