package io.holdfast.spring.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A loss interrupts the work, and nothing else. The holds are fakes that are lost when told to. */
class LossWatchTest {

  /** A hold that knows its listeners. */
  private static final class FakeHold {

    final List<Consumer<LossCause>> callbacks = new ArrayList<>();
    boolean isLost;
    boolean isBroken;

    @SuppressWarnings("unchecked")
    final Hold hold =
        (Hold)
            Proxy.newProxyInstance(
                LossWatchTest.class.getClassLoader(),
                new Class<?>[] {Hold.class},
                (proxy, method, args) ->
                    switch (method.getName()) {
                      case "onLost" -> {
                        if (isBroken) {
                          throw new IllegalStateException("broken");
                        }
                        callbacks.add((Consumer<LossCause>) args[0]);
                        yield null;
                      }
                      case "isValid" -> !isLost;
                      case "equals" -> proxy == args[0];
                      case "hashCode" -> Objects.hash(this);
                      default -> throw new UnsupportedOperationException(method.getName());
                    });

    void lose() {
      isLost = true;
      callbacks.forEach(callback -> callback.accept(LossCause.GONE));
    }
  }

  private final FakeHold one = new FakeHold();
  private final FakeHold another = new FakeHold();

  @AfterEach
  void clearFlag() {
    boolean unused = Thread.interrupted();
  }

  private static LossWatch begin(FakeHold fake, boolean interrupts, boolean isNested) {
    return LossWatch.begin(List.of(fake.hold), interrupts, isNested);
  }

  private static boolean isInterrupted() {
    return Thread.currentThread().isInterrupted();
  }

  @Test
  void loss_duringTheWork_interruptsItAndLeavesNoFlag() {
    LossWatch watch = begin(one, true, false);

    one.lose();
    assertThat(isInterrupted()).isTrue();

    watch.end();
    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void loss_afterTheWork_doesNotInterrupt() {
    begin(one, true, false).end();

    one.lose();

    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void loss_withoutInterrupt_keepsTheFlagOfTheCaller() {
    Thread.currentThread().interrupt();
    LossWatch watch = begin(one, false, false);
    one.lose();
    watch.end();

    assertThat(isInterrupted()).isTrue();
  }

  @Test
  void nested_againAndAgain_addsNothingToTheHold() {
    LossWatch outer = begin(one, false, false);
    for (int i = 0; i < 1000; i++) {
      begin(one, i % 2 == 0, true).end();
    }
    outer.end();

    assertThat(one.callbacks).hasSize(1);
  }

  // ---- a section inside another

  @Test
  void nested_innerLoss_interruptsOnlyTheInnerWork() {
    LossWatch outer = begin(one, true, false);
    LossWatch inner = begin(another, true, false);

    another.lose();
    assertThat(isInterrupted()).isTrue();

    inner.end();
    assertThat(isInterrupted()).isFalse();
    outer.end();
  }

  @Test
  void nested_outerLossAfterTheInnerWork_interruptsTheOuterWork() {
    LossWatch outer = begin(one, true, false);
    LossWatch inner = begin(another, true, false);
    another.lose();
    inner.end();

    one.lose();
    assertThat(isInterrupted()).isTrue();

    outer.end();
    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void nested_outerLossDuringTheInnerWork_isLeftToTheOuterWork() {
    LossWatch outer = begin(one, true, false);
    LossWatch inner = begin(another, true, false);

    one.lose();
    inner.end();
    assertThat(isInterrupted()).isTrue();

    outer.end();
    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void nested_bothLossesDuringTheInnerWork_interruptTheOuterWorkToo() {
    LossWatch outer = begin(one, true, false);
    LossWatch inner = begin(another, true, false);

    another.lose();
    one.lose();
    inner.end();
    assertThat(isInterrupted()).isTrue();

    outer.end();
    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void nested_outerLossTakenNoteOfBefore_isNotGivenAgain() {
    LossWatch outer = begin(one, true, false);
    one.lose();
    assertThat(Thread.interrupted()).isTrue(); // the work heeds it, and cleans up
    LossWatch inner = begin(another, true, false);

    another.lose();
    inner.end();
    assertThat(isInterrupted()).isFalse();

    outer.end();
  }

  @Test
  void nested_outerLossJustBefore_interruptsTheOuterWorkToo() {
    LossWatch outer = begin(one, true, false);
    one.lose(); // and no thread has looked yet
    LossWatch inner = begin(another, true, false);

    another.lose();
    inner.end();
    assertThat(isInterrupted()).isTrue();

    outer.end();
    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void nested_threeDeep_leavesEachItsInterrupt() {
    FakeHold third = new FakeHold();
    LossWatch outer = begin(one, true, false);
    LossWatch middle = begin(another, true, false);
    LossWatch inner = begin(third, true, false);

    one.lose();
    another.lose();
    third.lose();
    inner.end();
    assertThat(isInterrupted()).isTrue();
    middle.end();
    assertThat(isInterrupted()).isTrue();
    outer.end();
    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void nestedOfTheSameHold_loss_interruptsBothWorks() {
    LossWatch outer = begin(one, true, false);
    LossWatch inner = begin(one, true, true);

    one.lose();
    assertThat(Thread.interrupted()).isTrue(); // the inner work heeds it
    inner.end();
    assertThat(isInterrupted()).isTrue();

    outer.end();
    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void nestedOfTheSameHold_onlyTheInnerInterrupts_leavesNoFlag() {
    LossWatch outer = begin(one, false, false);
    LossWatch inner = begin(one, true, true);

    one.lose();
    assertThat(isInterrupted()).isTrue();

    inner.end();
    assertThat(isInterrupted()).isFalse();
    outer.end();
  }

  @Test
  void nestedOfTheSameHold_lostJustBefore_interruptsTheInnerWork() {
    LossWatch outer = begin(one, false, false);
    one.lose();
    LossWatch inner = begin(one, true, true);

    assertThat(isInterrupted()).isTrue();

    inner.end();
    outer.end();
    assertThat(isInterrupted()).isFalse();
  }

  @Test
  void begin_thatThrows_leavesNoWatchBehind() {
    FakeHold broken = new FakeHold();
    broken.isBroken = true;
    LossWatch outer = begin(one, true, false);

    assertThatThrownBy(() -> begin(broken, true, false)).hasMessage("broken");

    LossWatch inner = begin(another, true, false);
    one.lose();
    another.lose();
    inner.end();
    assertThat(isInterrupted()).isTrue();
    outer.end();
    assertThat(isInterrupted()).isFalse();
  }
}
