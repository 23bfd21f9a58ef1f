package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OwedSignalsTest {

  private final OwedSignals signals = new OwedSignals();

  private void sendAndHear(int generation) {
    signals.sent(generation);
    signals.acknowledged();
  }

  @Test
  void mayBeOwed_acknowledgedOverThePresentConnection_isFalse() {
    sendAndHear(5);
    assertThat(signals.mayBeOwed(5)).isFalse();
  }

  @Test
  void mayBeOwed_notAcknowledged_isTrue() {
    signals.sent(5);
    assertThat(signals.mayBeOwed(5)).isTrue();
  }

  @Test
  @DisplayName("failure 94: a signal is lost in a failover, and another one is sent after it")
  void mayBeOwed_theNextIsAcknowledgedOverThePresentConnection_isTrueForTheFirst() {
    sendAndHear(5);
    sendAndHear(7);
    assertThat(signals.mayBeOwed(7)).isTrue();
  }
}
