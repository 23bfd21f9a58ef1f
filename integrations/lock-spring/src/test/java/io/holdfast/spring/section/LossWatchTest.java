package io.holdfast.spring.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A loss interrupts the work, and nothing else. The hold is a fake that is lost when told to. */
class LossWatchTest {

  private final List<Consumer<LossCause>> callbacks = new ArrayList<>();

  @SuppressWarnings("unchecked")
  private final Hold hold =
      (Hold)
          Proxy.newProxyInstance(
              LossWatchTest.class.getClassLoader(),
              new Class<?>[] {Hold.class},
              (proxy, method, args) -> {
                assertThat(method.getName()).isEqualTo("onLost");
                callbacks.add((Consumer<LossCause>) args[0]);
                return null;
              });

  private LossWatch begin(boolean interrupts, boolean isNested) {
    return LossWatch.begin(List.of(hold), interrupts, isNested);
  }

  private void lose() {
    callbacks.forEach(callback -> callback.accept(LossCause.GONE));
  }

  @Test
  void loss_duringTheWork_interruptsItAndLeavesNoFlag() {
    LossWatch watch = begin(true, false);

    lose();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();

    watch.end();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void loss_afterTheWork_doesNotInterrupt() {
    begin(true, false).end();

    lose();

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void loss_withoutInterrupt_keepsTheFlagOfTheCaller() {
    Thread.currentThread().interrupt();
    LossWatch watch = begin(false, false);
    lose();
    watch.end();

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void nested_againAndAgain_addsNothingToTheHold() {
    begin(false, false);
    for (int i = 0; i < 1000; i++) {
      begin(false, true).end();
    }

    assertThat(callbacks).hasSize(1);
  }
}
