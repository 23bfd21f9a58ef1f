package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.engine.EventLog.Topic;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLogTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualClock clock = new VirtualClock();
  private final EventLog log = new EventLog(Runnable::run, clock);
  private final AtomicInteger made = new AtomicInteger();
  private final CapturedLog captured = CapturedLog.begin();

  @AfterEach
  void end() {
    captured.close();
  }

  private void tell(Topic topic, int lines) {
    for (int i = 0; i < lines; i++) {
      log.tell(topic, () -> "line " + made.incrementAndGet() + " of " + topic);
    }
  }

  @Test
  void tell_each_isWrittenByTheLoggerOfItsTopic() {
    tell(Topic.LOSS, 1);
    tell(Topic.LONG_WAIT, 1);
    tell(Topic.LONG_HOLD, 1);
    tell(Topic.LATE_GRANT, 1);

    assertThat(captured.lines("WARN io.holdfast.lock.loss", "line 1 of LOSS")).isOne();
    assertThat(captured.lines("INFO io.holdfast.lock.long-wait", "line 2 of LONG_WAIT")).isOne();
    assertThat(captured.lines("INFO io.holdfast.lock.long-hold", "line 3 of LONG_HOLD")).isOne();
    assertThat(captured.lines("INFO io.holdfast.lock.late-grant", "line 4 of LATE_GRANT")).isOne();
    assertThat(captured.lines("left out")).isZero();
  }

  @Test
  void tell_moreThanAMinuteMayHave_areLeftOutAndNotEvenMade() {
    tell(Topic.LOSS, EventLog.MOST_A_MINUTE + 5);

    assertThat(made).hasValue(EventLog.MOST_A_MINUTE);
    assertThat(captured.lines("of LOSS")).isEqualTo(EventLog.MOST_A_MINUTE);
    assertThat(captured.lines("line 10 of LOSS (further lines like this are left out")).isOne();
    assertThat(captured.lines("further lines")).isOne();
  }

  @Test
  void tell_aMinuteLater_saysHowManyWereLeftOut() {
    tell(Topic.LOSS, EventLog.MOST_A_MINUTE + 5);
    clock.advance(MINUTE.minusNanos(1));
    tell(Topic.LOSS, 1);
    clock.advance(Duration.ofNanos(1));
    tell(Topic.LOSS, 2);

    assertThat(captured.lines("(lines like this that were left out: 6) line 11 of LOSS")).isOne();
    assertThat(captured.lines("line 12 of LOSS")).isOne();
    assertThat(captured.lines("that were left out")).isOne();
  }

  /** A log that blocks keeps its lines waiting, but not for ever more of them. */
  @Test
  void tell_whileTheLogBlocks_leavesOutWhatWouldPileUp() {
    List<Runnable> blocked = new ArrayList<>();
    EventLog slow = new EventLog(blocked::add, clock);
    for (int minute = 0; minute < 10; minute++) {
      for (int i = 0; i < EventLog.MOST_A_MINUTE; i++) {
        slow.tell(Topic.LOSS, () -> "slow");
      }
      clock.advance(MINUTE);
    }
    assertThat(blocked).hasSize(EventLog.MOST_WAITING);

    blocked.forEach(Runnable::run);
    slow.tell(Topic.LOSS, () -> "again");
    blocked.get(EventLog.MOST_WAITING).run();

    assertThat(captured.lines("slow")).isEqualTo(EventLog.MOST_WAITING);
    assertThat(captured.lines("(lines like this that were left out: 60) again")).isOne();
  }

  @Test
  void tell_whatCannotBeMadeOrWritten_throwsNothing() {
    EventLog closed =
        new EventLog(
            task -> {
              throw new RejectedExecutionException("for the test");
            },
            clock);

    closed.tell(Topic.LOSS, () -> "line");
    log.tell(
        Topic.LOSS,
        () -> {
          throw new IllegalStateException("for the test");
        });
    log.tell(Topic.LOSS, () -> "afterwards");

    assertThat(captured.lines("afterwards")).isOne();
  }

  @Test
  void tell_nameWithALineBreak_staysOneLine() {
    log.tell(Topic.LOSS, () -> "a name\nWARN io.holdfast.lock.loss - forged");

    assertThat(captured.lines("a name?WARN io.holdfast.lock.loss - forged")).isOne();
  }

  @Test
  void tell_ofOneTopicTooMany_doesNotCountForAnother() {
    tell(Topic.LOSS, EventLog.MOST_A_MINUTE + 1);
    tell(Topic.LONG_WAIT, 1);

    assertThat(captured.lines("line 11 of LONG_WAIT")).isOne();
  }
}
