package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.race.Visitors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An action that the watchdog runs again and again. The test is the watchdog. */
class ReminderTest {

  private final Engine engine = new ModelClient().engine();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void set_always_isDueAtItsTimeAndThenAfterEachInterval() {
    Reminder reminder = Reminder.set(engine, runs::incrementAndGet, 100, 50);
    assertThat(Visitors.of(engine.watchdog())).contains(reminder);
    assertThat(reminder.dueNanos()).isEqualTo(100);
    assertThat(runs).hasValue(0);

    reminder.onDue(120); // late: the interval begins when it runs

    assertThat(runs).hasValue(1);
    assertThat(reminder.dueNanos()).isEqualTo(170);
  }

  @Test
  void cancel_always_isWatchedNoMore() {
    Reminder reminder = Reminder.set(engine, runs::incrementAndGet, 100, 50);

    reminder.cancel();

    assertThat(Visitors.of(engine.watchdog())).doesNotContain(reminder);
  }
}
