package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.core.engine.CallbackDispatcher;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.Tally;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReporterTest {

  @Test
  @DisplayName("failure 175: no thread can be started to report an event")
  void tell_noThreadCanBeHad_harmsNobodyElse() {
    CallbackDispatcher noThreads =
        CallbackDispatcher.to(
            task -> {
              throw new OutOfMemoryError("unable to create native thread");
            });
    Callbacks callbacks =
        new Callbacks(Callbacks.Lanes.all(noThreads), List.of(new LockListener() {}));
    Reporter reporter = new Reporter(callbacks, new Tally(), LockKind.PLAIN, "web-3/4711");

    assertThatCode(() -> reporter.tell(listener -> listener.differs("permits", 1, 2)))
        .doesNotThrowAnyException();
  }
}
