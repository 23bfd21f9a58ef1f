package io.holdfast.lock.redlock;

import static io.holdfast.lock.redlock.ProposalNumbers.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TokenProposalTest {

  private static final long NOW = 1_700_000_000_000_000L;

  private final ProposalNumbers numbers = new ProposalNumbers();
  private final TokenProposal proposal = new TokenProposal(numbers, OptionalLong.of(NOW));
  private final TokenBlock guess = proposal.proposed();

  private static Vote.Granted granted(TokenBlock block, boolean hasAgreed, long highest) {
    return new Vote.Granted(block, new AcceptorState(hasAgreed, highest, true, "e"), false);
  }

  @Test
  void proposed_timeIsKnown_isAGuessByIt() {
    assertThat(guess).isEqualTo(new TokenBlock(NOW, NOW + BLOCK - 1));
    assertThat(proposal.isGuess()).isTrue();
  }

  @Test
  void proposed_nobodyHasToldTheTime_isNone() {
    assertThat(new TokenProposal(numbers, OptionalLong.empty()).proposed().isNone()).isTrue();
  }

  @Test
  void heard_nodeAgreedToWhatIsProposed_counts() {
    assertThat(proposal.heard(granted(guess, true, NOW - 5))).isTrue();
  }

  @Test
  void heard_nodeDidNotAgree_doesNotCount() {
    assertThat(proposal.heard(granted(guess, false, NOW + 5))).isFalse();
  }

  @Test
  void heard_nodeAgreedToAnEarlierProposal_doesNotCountAndTheNextIsAboveIt() {
    proposal.raise(true, NOW, NOW);
    TokenBlock second = proposal.proposed();
    assertThat(proposal.heard(granted(guess, true, NOW - 5))).isFalse();
    assertThat(proposal.heard(granted(second, true, NOW - 5))).isTrue();
    assertThat(proposal.heard(granted(new TokenBlock(NOW + 9000, NOW + 9100), true, 0))).isFalse();
    proposal.raise(true, NOW, NOW);
    assertThat(proposal.proposed().first()).isEqualTo(NOW + 9101);
  }

  @Test
  void raise_aNodeKnowsHigherOnes_isAboveThem() {
    proposal.heardOf(NOW + 50_000);
    proposal.raise(true, NOW, NOW);
    assertThat(proposal.proposed().first()).isEqualTo(NOW + 50_001);
    assertThat(proposal.isGuess()).isFalse();
    assertThat(proposal.isKnown()).isTrue();
  }

  @Test
  void raise_tooFewKnow_isAboveTheLatestClock() {
    proposal.raise(false, NOW, NOW + 70_000);
    assertThat(proposal.proposed().first()).isEqualTo(NOW + 70_000);
    assertThat(proposal.isKnown()).isFalse();
  }

  @Test
  void raise_always_isAboveWhatWasProposedBefore() {
    proposal.raise(true, NOW - 1_000_000, NOW - 1_000_000);
    assertThat(proposal.proposed().first()).isGreaterThan(guess.last());
  }

  @Test
  void raise_answersWereMissing_countsOnlyTheNewOnes() {
    proposal.sent();
    proposal.sent();
    proposal.answered();
    assertThat(proposal.open()).isEqualTo(1);
    proposal.raise(true, NOW, NOW);
    assertThat(proposal.open()).isZero();
  }

  @Test
  void canRaise_ofASecondProposal_onlyIfANodeKnowsHigherOnes() {
    assertThat(proposal.canRaise()).isTrue();
    proposal.raise(true, NOW, NOW);
    assertThat(proposal.canRaise()).isFalse();
    proposal.heardOf(proposal.proposed().first());
    assertThat(proposal.canRaise()).isTrue();
  }
}
