package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoldStateTest {

  private final List<LossCause> heard = new ArrayList<>();

  private static HoldState in(HoldState.State state) {
    HoldState hold = new HoldState() {};
    if (state != HoldState.State.GIVEN) {
      hold.becomeOwned();
    }
    switch (state) {
      case GIVEN, OWNED -> {}
      case ENDED -> hold.end();
      case LOST -> hold.becomeLost(LossCause.GONE);
      case TOLD -> {
        hold.becomeLost(LossCause.GONE);
        hold.becomeTold();
      }
    }
    assertThat(hold.state()).isEqualTo(state);
    return hold;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GIVEN | own     | true  | OWNED
          GIVEN | abandon | true  | LOST
          GIVEN | end     | false | GIVEN
          GIVEN | tell    | false | GIVEN
          OWNED | own     | false | OWNED
          OWNED | abandon | false | OWNED
          OWNED | end     | true  | ENDED
          OWNED | tell    | false | OWNED
          ENDED | own     | false | ENDED
          ENDED | abandon | false | ENDED
          ENDED | end     | false | ENDED
          ENDED | tell    | false | ENDED
          LOST  | own     | false | LOST
          LOST  | abandon | false | LOST
          LOST  | end     | false | LOST
          LOST  | tell    | true  | TOLD
          TOLD  | own     | false | TOLD
          TOLD  | abandon | false | TOLD
          TOLD  | end     | false | TOLD
          TOLD  | tell    | false | TOLD
          """)
  void steps(HoldState.State before, String step, boolean works, HoldState.State after) {
    HoldState hold = in(before);
    boolean worked =
        switch (step) {
          case "own" -> hold.becomeOwned();
          case "abandon" -> hold.abandon();
          case "end" -> hold.end();
          default -> hold.becomeTold();
        };
    assertThat(worked).isEqualTo(works);
    assertThat(hold.state()).isEqualTo(after);
  }

  @ParameterizedTest
  @CsvSource({"GIVEN", "OWNED", "ENDED", "LOST", "TOLD"})
  void becomeLost_always_isLostForThatCause(HoldState.State before) {
    HoldState hold = in(before);
    assertThat(hold.becomeLost(LossCause.FORCED)).isEqualTo(before);
    assertThat(hold.state()).isEqualTo(HoldState.State.LOST);
    assertThat(hold.cause()).isEqualTo(LossCause.FORCED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          GIVEN | none | 0
          OWNED | none | 1
          ENDED | none | 0
          LOST  | GONE | 0
          TOLD  | GONE | 0
          """)
  void keep(HoldState.State state, LossCause runsAtOnceWith, int kept) {
    HoldState hold = in(state);
    assertThat(hold.keep(heard::add)).isEqualTo(Optional.ofNullable(runsAtOnceWith));
    assertThat(hold.takeCallbacks()).hasSize(kept);
  }

  @Test
  void takeCallbacks_twice_givesThemAwayOnce() {
    HoldState hold = in(HoldState.State.OWNED);
    hold.keep(heard::add);
    hold.keep(heard::add);
    assertThat(hold.takeCallbacks()).hasSize(2);
    assertThat(hold.takeCallbacks()).isEmpty();
  }

  @Test
  void cause_nobodyHasSaidOne_isTheClock() {
    HoldState hold = in(HoldState.State.GIVEN);
    hold.abandon();
    assertThat(hold.cause()).isEqualTo(LossCause.EXPIRED);
  }
}
