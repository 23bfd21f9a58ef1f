package io.holdfast.lock.redlock;

import static io.holdfast.lock.redlock.ProposalNumbers.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProposalNumbersTest {

  private static final long NOW = 1_700_000_000_000_000L;

  private final ProposalNumbers numbers = new ProposalNumbers();

  @Test
  void draw_beginsWithTheTimeOfTheServers() {
    assertThat(numbers.draw(NOW)).isEqualTo(new TokenBlock(NOW, NOW + BLOCK - 1));
  }

  @Test
  void draw_again_isAboveTheOneBefore() {
    TokenBlock before = numbers.draw(NOW);
    assertThat(numbers.draw(NOW + 100))
        .isEqualTo(new TokenBlock(before.last() + 1, before.last() + 100));
  }

  @Test
  void draw_fasterThanTheClock_givesSingleTokens() {
    long last = 0;
    for (int i = 0; i < 100; i++) {
      last = numbers.draw(NOW).last();
    }
    assertThat(numbers.draw(NOW)).isEqualTo(new TokenBlock(last + 1, last + 1));
  }

  @Test
  void draw_ofAClockThatWasSetBack_rises() {
    TokenBlock before = numbers.draw(NOW);
    assertThat(numbers.draw(NOW - 1_000_000).first()).isGreaterThan(before.last());
  }

  @Test
  void raised_guessesAreAboveItFromThenOn() {
    numbers.raised(new TokenBlock(NOW, NOW + 500), NOW);
    assertThat(numbers.draw(NOW).first()).isEqualTo(NOW + 501);
  }

  @Test
  void raised_farAhead_doesNotTakeTheGuessesAlong() {
    numbers.raised(new TokenBlock(NOW + 3_600_000_000L, NOW + 3_600_000_000L), NOW);
    assertThat(numbers.draw(NOW).first()).isEqualTo(NOW + BLOCK);
  }

  @Test
  void above_numberFarAhead_isOneToken() {
    long highest = NOW + 3_600_000_000L;
    assertThat(ProposalNumbers.above(highest, NOW, NOW))
        .isEqualTo(new TokenBlock(highest + 1, highest + 1));
  }

  /** One clock is ten minutes fast, and tokens were by it: others pass theirs on all the same. */
  @Test
  void above_numberOfAFastClock_isABlock() {
    long fast = NOW + 600_000_000L;
    assertThat(ProposalNumbers.above(fast, NOW, fast))
        .isEqualTo(new TokenBlock(fast + 1, fast + BLOCK - 1));
  }

  @Test
  void above_numberOfNow_isABlock() {
    assertThat(ProposalNumbers.above(NOW, NOW, NOW))
        .isEqualTo(new TokenBlock(NOW + 1, NOW + BLOCK - 1));
  }

  @Test
  void above_numberOfLongAgo_beginsWithTheTimeOfTheServers() {
    assertThat(ProposalNumbers.above(0, NOW, NOW)).isEqualTo(new TokenBlock(NOW, NOW + BLOCK - 1));
  }

  @Test
  void isToBeSaid_againAndAgain_onceInTenMinutes() {
    long start = Long.MIN_VALUE; // of a clock that may begin anywhere
    assertThat(numbers.isToBeSaid(start)).isTrue();
    assertThat(numbers.isToBeSaid(start + Duration.ofMinutes(9).toNanos())).isFalse();
    assertThat(numbers.isToBeSaid(start + Duration.ofMinutes(10).toNanos())).isTrue();
    assertThat(numbers.isToBeSaid(start + Duration.ofMinutes(19).toNanos())).isFalse();
  }
}
