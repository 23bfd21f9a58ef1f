package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LossesTest {

  private final Losses losses = new Losses();

  private static LeaseLostException loss(long token) {
    return new LeaseLostException("orders", token, LossCause.EXPIRED);
  }

  @Test
  void tell_aLoss_tellsItOnceAndToItsThreadOnly() throws Exception {
    losses.remember(Thread.currentThread(), "key", loss(7));
    Thread other = new Thread(() -> losses.throwUntold("key"));
    other.start();
    other.join(Duration.ofMinutes(1).toMillis());
    assertThat(losses.tell("another key")).isEmpty();
    assertThatThrownBy(() -> losses.throwUntold("key"))
        .isInstanceOfSatisfying(
            LeaseLostException.class, told -> assertThat(told.token()).isEqualTo(7));
    assertThat(losses.tell("key")).isEmpty();
  }

  @Test
  @Timeout(60)
  void remember_manyLosses_costsOneStepEach() {
    for (int i = 0; i < 50_000; i++) {
      losses.remember(Thread.currentThread(), "key" + i, loss(i));
    }
    assertThat(losses.tell("key49999")).isPresent();
    assertThat(losses.tell("key0")).isPresent();
  }
}
