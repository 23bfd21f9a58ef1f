package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.core.race.Visitors;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ReplyTimeoutTest {

  private final VirtualClock clock = new VirtualClock();
  private final Watchdog watchdog = new Watchdog("not started", clock, List.of(), () -> {});
  private final Set<Watched> watched = Visitors.of(watchdog);
  private final List<Outcome<String>> told = new ArrayList<>();
  private final Consumer<Outcome<String>> answer =
      ReplyTimeout.with(watchdog, clock, Duration.ofMillis(500), told::add);

  private void pass(Duration time) {
    clock.advance(time);
    long now = clock.nanoTime();
    watched.stream().filter(one -> one.dueNanos() - now <= 0).forEach(one -> one.onDue(now));
  }

  @Test
  void accept_inTime_isToldAndNothingElseIs() {
    pass(Duration.ofMillis(499));
    answer.accept(new Outcome.Answered<>("yes"));
    pass(Duration.ofSeconds(1));
    assertThat(told).containsExactly(new Outcome.Answered<>("yes"));
    assertThat(watched).isEmpty();
  }

  @Test
  void accept_tooLate_isNotToldAsTheOutcomeIsUnknownByThen() {
    pass(Duration.ofMillis(500));
    answer.accept(new Outcome.Answered<>("yes"));
    assertThat(told)
        .singleElement()
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.failure().kind()).isEqualTo(ServerFailure.Kind.UNKNOWN);
              assertThat(failed.failure().cause()).hasMessage("no answer within 500 ms");
            });
    assertThat(watched).isEmpty();
  }
}
