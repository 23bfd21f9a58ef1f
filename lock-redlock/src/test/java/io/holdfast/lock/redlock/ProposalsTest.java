package io.holdfast.lock.redlock;

import static io.holdfast.lock.redlock.Proposals.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProposalsTest {

  private static final long NOW = 1_700_000_000_000_000L;

  private final Proposals proposals = new Proposals();

  @Test
  void draw_beginsWithTheTimeOfTheServers() {
    assertThat(proposals.draw(NOW)).isEqualTo(new Tokens(NOW, NOW + BLOCK - 1));
  }

  @Test
  void draw_again_isAboveTheOneBefore() {
    Tokens before = proposals.draw(NOW);
    assertThat(proposals.draw(NOW + 100))
        .isEqualTo(new Tokens(before.last() + 1, before.last() + 100));
  }

  @Test
  void draw_fasterThanTheClock_givesSingleTokens() {
    long last = 0;
    for (int i = 0; i < 100; i++) {
      last = proposals.draw(NOW).last();
    }
    assertThat(proposals.draw(NOW)).isEqualTo(new Tokens(last + 1, last + 1));
  }

  @Test
  void draw_ofAClockThatWasSetBack_rises() {
    Tokens before = proposals.draw(NOW);
    assertThat(proposals.draw(NOW - 1_000_000).first()).isGreaterThan(before.last());
  }

  @Test
  void raised_guessesAreAboveItFromThenOn() {
    proposals.raised(new Tokens(NOW, NOW + 500), NOW);
    assertThat(proposals.draw(NOW).first()).isEqualTo(NOW + 501);
  }

  @Test
  void raised_farAhead_doesNotTakeTheGuessesAlong() {
    proposals.raised(new Tokens(NOW + 3_600_000_000L, NOW + 3_600_000_000L), NOW);
    assertThat(proposals.draw(NOW).first()).isEqualTo(NOW + BLOCK);
  }

  @Test
  void above_numberFarAhead_isOneToken() {
    long highest = NOW + 3_600_000_000L;
    assertThat(Proposals.above(highest, NOW, NOW)).isEqualTo(new Tokens(highest + 1, highest + 1));
  }

  /** One clock is ten minutes fast, and tokens went by it: other clients still pass theirs on. */
  @Test
  void above_numberOfAFastClock_isABlock() {
    long fast = NOW + 600_000_000L;
    assertThat(Proposals.above(fast, NOW, fast)).isEqualTo(new Tokens(fast + 1, fast + BLOCK - 1));
  }

  @Test
  void above_numberOfNow_isABlock() {
    assertThat(Proposals.above(NOW, NOW, NOW)).isEqualTo(new Tokens(NOW + 1, NOW + BLOCK - 1));
  }

  @Test
  void above_numberOfLongAgo_beginsWithTheTimeOfTheServers() {
    assertThat(Proposals.above(0, NOW, NOW)).isEqualTo(new Tokens(NOW, NOW + BLOCK - 1));
  }

  @Test
  void isToBeSaid_againAndAgain_onceInTenMinutes() {
    long start = Long.MIN_VALUE; // of a clock that may begin anywhere
    assertThat(proposals.isToBeSaid(start)).isTrue();
    assertThat(proposals.isToBeSaid(start + Duration.ofMinutes(9).toNanos())).isFalse();
    assertThat(proposals.isToBeSaid(start + Duration.ofMinutes(10).toNanos())).isTrue();
    assertThat(proposals.isToBeSaid(start + Duration.ofMinutes(19).toNanos())).isFalse();
  }
}
