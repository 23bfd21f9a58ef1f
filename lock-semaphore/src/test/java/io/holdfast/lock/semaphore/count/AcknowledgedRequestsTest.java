package io.holdfast.lock.semaphore.count;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.key.LockKeys;
import org.junit.jupiter.api.Test;

class AcknowledgedRequestsTest {

  private final AcknowledgedRequests acknowledged = new AcknowledgedRequests();

  private static LockKeys name(int number) {
    return new LockKeys("a" + number, "lock:a" + number, "lockq:a" + number);
  }

  @Test
  void take_numbersOfAName_areThoseInTheirOrderAndNoneIsLeft() {
    acknowledged.add(name(1), 7);
    acknowledged.add(name(2), 8);
    acknowledged.add(name(1), 9);
    assertThat(acknowledged.take(name(1))).isEqualTo(" 7 9");
    assertThat(acknowledged.take(name(1))).isEmpty();
    assertThat(acknowledged.take(name(2))).isEqualTo(" 8");
  }

  @Test
  void take_moreThanOneRequestTells_leavesTheRestForTheNext() {
    for (int i = 0; i < 150; i++) {
      acknowledged.add(name(1), i);
    }
    assertThat(acknowledged.take(name(1)).split(" ", -1)).hasSize(101);
    assertThat(acknowledged.take(name(1)).split(" ", -1)).hasSize(51);
  }

  @Test
  void add_tooManyNames_forgetsThoseThatWaitLongestOnly() {
    for (int i = 0; i < AcknowledgedRequests.MOST_NAMES; i++) {
      acknowledged.add(name(i), i);
    }
    assertThat(acknowledged.take(name(0))).isEqualTo(" 0");
    acknowledged.add(name(0), 1); // behind all others now
    acknowledged.add(name(-1), 2);
    assertThat(acknowledged.take(name(1))).as("it waited longest").isEmpty();
    assertThat(acknowledged.take(name(2))).isEqualTo(" 2");
    assertThat(acknowledged.take(name(0))).isEqualTo(" 1");
    assertThat(acknowledged.take(name(-1))).isEqualTo(" 2");
  }
}
