package io.holdfast.lock.redlock;

import static io.holdfast.lock.redlock.Proposals.AHEAD_MICROS;
import static io.holdfast.lock.redlock.Proposals.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProposalsTest {

  private static final long NOW = 1_700_000_000_000_000L;

  private final Proposals proposals = new Proposals();

  @Test
  void draw_isAheadOfTheServersByALittle() {
    long first = NOW + AHEAD_MICROS;
    assertThat(proposals.draw(NOW)).isEqualTo(new Tokens(first, first + BLOCK - 1));
  }

  @Test
  void draw_again_leavesANumberToTheNodes() {
    Tokens before = proposals.draw(NOW);
    assertThat(proposals.draw(NOW + 100).first()).isEqualTo(before.last() + 2);
  }

  @Test
  void draw_fasterThanTheClock_givesSingleTokens() {
    long last = 0;
    for (int i = 0; i < 100; i++) {
      last = proposals.draw(NOW).last();
    }
    assertThat(proposals.draw(NOW)).isEqualTo(new Tokens(last + 2, last + 2));
  }

  @Test
  void draw_ofAClockThatWasSetBack_rises() {
    Tokens before = proposals.draw(NOW);
    assertThat(proposals.draw(NOW - 1_000_000).first()).isGreaterThan(before.last());
  }

  @Test
  void above_numberFarAhead_isOneToken() {
    long highest = NOW + 3_600_000_000L;
    assertThat(Proposals.above(highest, NOW)).isEqualTo(new Tokens(highest + 1, highest + 1));
  }

  @Test
  void above_numberOfNow_isABlock() {
    assertThat(Proposals.above(NOW, NOW)).isEqualTo(new Tokens(NOW + 1, NOW + BLOCK));
  }
}
