package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a round does next; {@link SaidVotes} has the words for votes. */
class RoundDecisionTest {

  private static final long NOW = 1_700_000_000_000_000L;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          open     open     open               | WAIT
          granted  open     open               | WAIT
          granted  granted  open               | AGREE
          granted  granted  failed             | AGREE
          failed   open     open               | WAIT
          failed   failed   open               | FAIL
          excluded excluded granted            | FAIL
          ended    failed   granted            | FAIL
          granted  no:bob   no:eve             | FAIL
          granted  no:bob   no:eve open        | FAIL
          granted  granted  no:bob open        | WAIT
          granted  granted  no:bob no:bob      | FAIL
          granted  granted  granted no:a no:b  | AGREE
          no:bob   failed   failed open  open  | WAIT
          no:bob   no:bob   failed open  open  | WAIT
          no:bob   no:bob   no:bob open  open  | FAIL
          granted  no:bob   no:bob no:bob open | FAIL
          no:bob   no:bob   open               | FAIL
          """)
  void onVotes_ofCallerThatDoesNotWait(String votes, RoundDecision expected) {
    assertThat(RoundDecision.onVotes(SaidVotes.of(votes), false, false)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          open     no:bob   no:bob               | AWAIT_PLACE
          no:bob   no:bob   open                 | FAIL
          open     failed   failed               | AWAIT_PLACE
          failed   failed   open                 | AWAIT_PLACE
          granted  failed   failed open failed   | FAIL
          failed   granted  failed open failed   | FAIL
          open     granted  failed no:bob failed | AWAIT_PLACE
          granted  open     no:bob no:bob no:bob | AWAIT_PLACE
          granted  no:bob   open   no:bob no:bob | FAIL
          granted  granted  open                 | AGREE
          granted  open     open                 | WAIT
          """)
  void onVotes_ofCallerThatIsToQueue_waitsForTheNodeToWaitAt(String votes, RoundDecision expected) {
    assertThat(RoundDecision.onVotes(SaidVotes.of(votes), true, false)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no:bob  no:bob  open   | AWAIT_PLACE
          queued  no:bob  open   | AWAIT_PLACE
          queued  no:bob  no:bob | FAIL
          granted no:bob  no:bob | FAIL
          granted granted no:bob | AGREE
          """)
  void onVotes_ofCallerThatIsQueued_isInNoHurryWhileNothingIsGranted(
      String votes, RoundDecision expected) {
    assertThat(RoundDecision.onVotes(SaidVotes.of(votes), false, true)).isEqualTo(expected);
  }

  private static TokenProposal guess() {
    return new TokenProposal(new ProposalNumbers(), OptionalLong.of(NOW));
  }

  private static TokenProposal raised(int open) {
    TokenProposal proposal = guess();
    proposal.raise(true, NOW, NOW);
    for (int i = 0; i < open; i++) {
      proposal.sent();
    }
    return proposal;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          yes      yes      open           | false | HOLD
          yes      yes      yes            | false | HOLD
          yes      yes      no:bob         | true  | HOLD
          yes      granted  open           | false | RAISE
          granted  granted  failed         | false | RAISE
          yes      unsure   open           | false | WAIT
          yes      unsure   slow           | false | RAISE_BY_CLOCKS
          yes      unsure   open           | true  | RAISE_BY_CLOCKS
          unsure   unsure   failed         | false | RAISE_BY_CLOCKS
          mute     mute     failed         | false | RAISE_BY_CLOCKS
          unsure   unsure   unsure         | false | RAISE
          yes      ended    failed         | false | FAIL
          yes      ended    open           | false | FAIL
          yes yes  granted  granted granted| false | RAISE
          yes yes  yes      no:bob  no:bob | false | HOLD
          """)
  void onAcceptances_ofAGuess(String votes, boolean isOverdue, RoundDecision expected) {
    assertThat(RoundDecision.onAcceptances(SaidVotes.of(votes), guess(), isOverdue, true))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          yes      granted  open   | 1 | WAIT
          granted  granted  open   | 2 | WAIT
          granted  granted  open   | 1 | FAIL
          yes      granted  open   | 0 | FAIL
          yes      yes      open   | 0 | HOLD
          yes      ended    open   | 0 | FAIL
          """)
  void onAcceptances_ofASecondProposal_refusedByNobodyWhoKnowsMore(
      String votes, int open, RoundDecision expected) {
    assertThat(RoundDecision.onAcceptances(SaidVotes.of(votes), raised(open), false, true))
        .isEqualTo(expected);
  }

  @Test
  void onAcceptances_aNodeKnowsHigherTokens_raises() {
    TokenProposal proposal = raised(0);
    proposal.heardOf(proposal.proposed().first());
    assertThat(RoundDecision.onAcceptances(SaidVotes.of("yes granted open"), proposal, false, true))
        .isEqualTo(RoundDecision.RAISE);
  }

  @ParameterizedTest
  @CsvSource({"yes yes yes", "yes yes open", "granted granted open"})
  void onAcceptances_halfOfTheLeaseIsOver_fails(String votes) {
    assertThat(RoundDecision.onAcceptances(SaidVotes.of(votes), guess(), false, false))
        .isEqualTo(RoundDecision.FAIL);
  }

  @Test
  void onAcceptances_halfOfTheLeaseIsOverWhileAnswersMayCome_waits() {
    assertThat(
            RoundDecision.onAcceptances(
                SaidVotes.of("yes granted granted"), raised(1), false, false))
        .isEqualTo(RoundDecision.WAIT);
  }
}
