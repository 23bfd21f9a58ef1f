package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.core.engine.CallbackDispatcher;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HoldEventsTest {

  private final Monitor monitor = new Monitor();
  private final List<String> told = new ArrayList<>();
  private final Callbacks callbacks =
      new Callbacks(Callbacks.Lanes.all(CallbackDispatcher.to(Runnable::run)), List.of(listener()));
  private final Reporter reporter = new Reporter(callbacks, new Tally(), LockKind.PLAIN, "client");
  private final HoldEvents events =
      new HoldEvents(reporter, monitor, "orders", () -> told.add("all"));

  private LockListener listener() {
    return new LockListener() {
      @Override
      public void released(LockEvent event, Duration held) {
        told.add("released " + event.token());
      }
    };
  }

  /** Another gate of the name would report the next owner, and might be faster. */
  @Test
  void isAllTold_whileAReleaseIsUnanswered_isNot() {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    events.released(reporter.event("orders", 7), Duration.ZERO, answer);
    assertThat(events.isAllTold()).isFalse();

    answer.complete(true);

    assertThat(told).containsExactly("released 7", "all");
    assertThat(events.isAllTold()).isTrue();
  }

  @Test
  void isAllTold_whenTheAnswerIsThatItWasLost_is() {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    events.released(reporter.event("orders", 7), Duration.ZERO, answer);
    assertThat(events.isAllTold()).isFalse();

    answer.complete(false);

    assertThat(told).containsExactly("all");
    assertThat(events.isAllTold()).isTrue();
  }

  @Test
  void released_answeredUnderTheMonitor_isToldWhenItWasLeft() {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    monitor.enter();
    events.released(reporter.event("orders", 7), Duration.ZERO, answer);
    answer.completeExceptionally(new IllegalStateException("for the test"));
    assertThat(told).isEmpty();
    assertThat(events.isAllTold()).isFalse();

    monitor.leave();

    assertThat(told).containsExactly("released 7", "all");
  }
}
