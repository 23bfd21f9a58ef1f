package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.core.server.Uptime.State;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UptimeTest {

  private final VirtualClock clock = new VirtualClock();
  private final Uptime uptime = new Uptime(clock);

  private void isNow(State state, Duration lasting, String why) {
    assertThat(uptime.look().state()).isEqualTo(state);
    assertThat(uptime.look().lasting()).isEqualTo(lasting);
    assertThat(uptime.look().why().orElse("")).isEqualTo(why);
  }

  private void passes(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void look_neverUp_saysWhyTheLastAttemptFailed() {
    passes(3);
    isNow(State.REOPENING, Duration.ofSeconds(3), "it is not open yet");
    uptime.failed(new IOException("one reason of several"));
    uptime.failed(new IOException("the reason of now"));
    isNow(
        State.REOPENING,
        Duration.ofSeconds(3),
        "it is not open yet; the last attempt: the reason of now");
    assertThat(uptime.sinceLastUp()).isEmpty();
  }

  @Test
  void down_again_keepsSinceWhenAndTakesTheNewReason() {
    uptime.up();
    passes(2);
    uptime.up(); // still
    isNow(State.UP, Duration.ofSeconds(2), "");
    uptime.ended();
    passes(5);
    uptime.down("it is silent");
    uptime.ended(); // that of the old one
    isNow(State.REOPENING, Duration.ofSeconds(5), "it is silent");
    assertThat(uptime.sinceLastUp()).contains(Duration.ofSeconds(7));
  }

  @Test
  void up_again_forgetsTheReason() {
    uptime.failed(new IOException("nobody is there"));
    uptime.up();
    uptime.failed(new IOException("of an attempt that nobody needs any more"));
    isNow(State.UP, Duration.ZERO, "");
    uptime.ended();
    isNow(State.REOPENING, Duration.ZERO, "it has ended");
  }

  @Test
  void close_once_isForEver() {
    uptime.up();
    uptime.close();
    passes(1);
    uptime.close();
    uptime.ended();
    uptime.down("it is silent");
    uptime.up();
    isNow(State.CLOSED, Duration.ofSeconds(1), "");
  }

  // ---- who hears of it

  private final List<String> heard = new ArrayList<>();

  private void hear() {
    uptime.hear(why -> heard.add(why.orElse("up")));
  }

  @Test
  void hear_openLongBefore_isToldAtOnce() {
    uptime.up();
    hear();
    assertThat(heard).containsExactly("up");
  }

  @Test
  void hear_firstAttemptsFail_isToldOnceAndWhy() {
    hear();
    assertThat(heard).as("nothing is known yet").isEmpty();
    uptime.failed(new IOException("nobody is there"));
    uptime.failed(new IOException("nobody is there"));
    uptime.up();
    uptime.up();
    assertThat(heard)
        .containsExactly("it is not open yet; the last attempt: nobody is there", "up");
  }

  @Test
  void hear_goesDownAndComesBack_isToldOfEachChangeOnce() {
    uptime.up();
    hear();
    uptime.ended();
    uptime.down("it does not come back");
    uptime.failed(new IOException("nobody is there"));
    uptime.up();
    assertThat(heard).containsExactly("up", "it has ended", "up");
  }

  @Test
  void hear_onlyDoubted_isNotTold() {
    uptime.up();
    hear();
    uptime.doubt("one of its nodes is away");
    assertThat(uptime.look().state()).isEqualTo(State.REOPENING);
    uptime.up();
    assertThat(heard).containsExactly("up");
  }

  @Test
  void hear_doubtedAndThenReopened_isTold() {
    uptime.up();
    hear();
    uptime.doubt("one of its nodes is away");
    uptime.down("it is silent");
    uptime.doubt("another one is away");
    uptime.up();
    assertThat(heard).containsExactly("up", "it is silent", "up");
  }

  @Test
  void hear_closed_isNotTold() {
    uptime.up();
    hear();
    uptime.close();
    uptime.ended();
    assertThat(heard).containsExactly("up");
  }

  @Test
  void hear_throws_hearsOfTheNextChange() {
    uptime.hear(
        why -> {
          heard.add(why.orElse("up"));
          throw new IllegalStateException("a listener that fails");
        });
    uptime.up();
    uptime.ended();
    assertThat(heard).containsExactly("up", "it has ended");
  }
}
