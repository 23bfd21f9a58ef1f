package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The wall clock of the server jumps while some wait for a signal. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ConditionClockContract extends ClockSuite {

  @Test
  @DisplayName("failure 14: the server's clock jumps ahead while some wait for a signal")
  void sleeper_clockAhead_isWokenByASignal() {
    isWokenByASignalAfter(MINUTE);
  }

  @Test
  @DisplayName("failure 15: the server's clock is set back while some wait for a signal")
  void sleeper_clockSetBack_isWokenByASignal() {
    isWokenByASignalAfter(MINUTE.negated());
  }

  private void isWokenByASignalAfter(Duration jump) {
    Sleeper<Boolean> one = napper(lock);
    Sleeper<Boolean> two = napper(others);
    server.clock().jump(jump);

    underLock(others, others.newCondition("c")::signal);
    assertThat(one.awakening()).succeedsWithin(LIMIT);
    underLock(others, others.newCondition("c")::signal);
    assertThat(two.awakening()).succeedsWithin(LIMIT);
    awaitFreeAndUnwanted();
  }
}
