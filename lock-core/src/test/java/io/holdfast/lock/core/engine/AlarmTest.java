package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.core.race.Visitors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AlarmTest {

  private static final long SECOND = 1_000_000_000L;

  private final VirtualClock clock = new VirtualClock();
  private final Watchdog watchdog = new Watchdog("not started", clock, List.of(), () -> {});
  private final Set<Watched> watched = Visitors.of(watchdog);
  private final Monitor monitor = new Monitor();
  private final List<Long> rang = new ArrayList<>();
  private final Alarm alarm =
      new Alarm(
          watchdog,
          clock,
          monitor,
          () -> {
            assertThat(monitor.isHeldByCurrentThread()).isTrue();
            rang.add(clock.nanoTime() / SECOND);
          });

  /** What the watchdog does, once a second. */
  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      clock.advance(Duration.ofSeconds(1));
      long now = clock.nanoTime();
      watched.stream().filter(one -> one.dueNanos() - now <= 0).forEach(one -> one.onDue(now));
    }
  }

  @Test
  void set_theTimeComes_isDoneOnceAndNotWatchedAnyMore() {
    alarm.set(3 * SECOND);
    pass(10);
    assertThat(rang).containsExactly(3L);
    assertThat(watched).isEmpty();
  }

  @Test
  void set_laterThanBefore_isDoneThenOnly() {
    alarm.set(3 * SECOND);
    alarm.set(5 * SECOND);
    pass(10);
    assertThat(rang).containsExactly(5L);
  }

  @Test
  void set_soonerThanBefore_isDoneThenOnly() {
    alarm.set(5 * SECOND);
    alarm.set(3 * SECOND);
    pass(10);
    assertThat(rang).containsExactly(3L);
  }

  @Test
  void setEarlier_later_leavesItAsItIs() {
    alarm.set(3 * SECOND);
    alarm.setEarlier(5 * SECOND);
    pass(10);
    assertThat(rang).containsExactly(3L);
  }

  @Test
  void setEarlier_notSet_setsIt() {
    alarm.setEarlier(5 * SECOND);
    pass(10);
    assertThat(rang).containsExactly(5L);
  }

  @Test
  void set_againAfterItWasDone_isDoneAgain() {
    alarm.set(3 * SECOND);
    pass(4);
    alarm.set(6 * SECOND);
    pass(4);
    assertThat(rang).containsExactly(3L, 6L);
  }

  @Test
  void cancel_set_isNotDoneAndNotWatchedAnyMore() {
    alarm.set(3 * SECOND);
    alarm.cancel();
    assertThat(watched).isEmpty();
    pass(10);
    assertThat(rang).isEmpty();
  }

  /** The watchdog has read the time, and comes although it was called off, or postponed. */
  @Test
  void onDue_aMomentAfterItWasCalledOff_doesNothing() {
    alarm.set(3 * SECOND);
    alarm.cancel();
    alarm.onDue(4 * SECOND);
    alarm.set(5 * SECOND);
    alarm.onDue(4 * SECOND);
    assertThat(rang).isEmpty();
    pass(5);
    assertThat(rang).containsExactly(5L);
  }

  @Test
  void onDue_theActionSetsItAgain_isDoneAgain() {
    List<Alarm> itself = new ArrayList<>();
    itself.add(
        new Alarm(
            watchdog,
            clock,
            monitor,
            () -> {
              rang.add(clock.nanoTime() / SECOND);
              if (rang.size() < 3) {
                itself.get(0).set(clock.nanoTime() + 2 * SECOND);
              }
            }));
    itself.get(0).set(2 * SECOND);
    pass(20);
    assertThat(rang).containsExactly(2L, 4L, 6L);
    assertThat(watched).isEmpty();
  }
}
